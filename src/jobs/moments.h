#ifndef JOBS_MOMENTS_H
#define JOBS_MOMENTS_H

#include "base/vec.h"
#include "formats/run_report.h"

/*
 * Numbers of jobs over the time of a run, at equal intervals.  At most some hundred
 * moments: beyond, every second moment is dropped, and the interval doubles.
 */
typedef struct moments {
  VEC(report_moment) all;
  double apart_ms;
  double earlier_ms;            /* of the run before resuming */
} moments;

void moments_init(moments *);
void moments_release(moments *);

bool moments_is_due(const moments *, double ms);
void moments_add(moments *, report_moment);

/* The resumed run's moments; invalid bytes are none. */
void moments_read(moments *, const void *, size_t);

#endif
