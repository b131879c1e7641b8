#ifndef CONTEST_CONTEND_H
#define CONTEST_CONTEND_H

#include "explore/policy.h"
#include "finding/session.h"

/*
 * A run by several contenders (explore/contenders.def), each in a process of its
 * own.
 *
 * The run begins path by path in the process that the user started.  If it has
 * not ended after a while, that process explores no further: it forks a
 * contender when the policy first chooses it, so that all begin with the same
 * memory, hands out slices of counted work, as many at a time as there are jobs,
 * and collects bugs, tests and covered edges, which it alone writes.  The first
 * contender that ends with nothing cut decides: the others are killed, and it
 * finishes the run in the first process's place, which by then only waits for its
 * exit status.  So at any time one process writes the output directory.
 *
 * A contender that dies, or runs out of memory, is one contender less.  If the
 * paths end with something cut, the others may still cost as much as they did;
 * then the paths decide.  If the run is stopped, the paths finish it.
 *
 * With one job a contender runs only while all others wait, for counted slices:
 * the same run every time.
 */
typedef enum contend_end {
  CONTEND_ALONE,                /* the run is over; the caller finishes it */
  CONTEND_WON,                  /* this is the contender that finishes it */
  CONTEND_FINISHED              /* another process has, with `status` */
} contend_end;

typedef struct contend_options {
  bool has[CONTENDERS];
  explore_options of[CONTENDERS];
  uint64_t jobs;
  bool has_unknown;             /* see policy.h */
  uint64_t build;               /* likewise */
  const struct replay_program *program; /* as one that runs natively builds it */
  volatile int *stop;
} contend_options;

contend_end contend_run(session *, const contend_options *, state *first,
                        int *status);

#endif
