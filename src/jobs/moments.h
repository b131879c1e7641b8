#ifndef JOBS_MOMENTS_H
#define JOBS_MOMENTS_H

#include "base/vec.h"
#include "formats/run_report.h"

/*
 * How many jobs there were over the time of a run, at moments with the same time
 * between them.  There are never more than some hundred: when there would be, every
 * other one goes, and the time between them doubles.
 */
typedef struct moments {
  VEC(report_moment) all;
  double apart_ms;
  double earlier_ms;            /* of the run before it was resumed */
} moments;

void moments_init(moments *);
void moments_release(moments *);

bool moments_is_due(const moments *, double ms);
void moments_add(moments *, report_moment);

/* Those of the run that is resumed; nonsense is none. */
void moments_read(moments *, const void *, size_t);

#endif
