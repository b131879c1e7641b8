#ifndef CONTEST_CONTEND_H
#define CONTEST_CONTEND_H

#include "explore/policy.h"
#include "finding/session.h"

/*
 * A run by several contenders (explore/contenders.def), each in a process of its own.
 *
 * The run begins path by path in the process started by the user.  After a while this
 * process explores no further: it forks a contender when the policy first chooses the
 * contender, so all begin with the same memory, hands out slices of counted work, as many
 * at a time as there are jobs, and collects bugs, tests and covered edges, as their only
 * writer.  The first contender to end with nothing cut decides: the others are killed, and
 * it finishes the run in place of the first process, which then only waits for its exit
 * status.  So at any time a single process writes the output directory.
 *
 * A contender that dies, or runs out of memory, drops out.  If the paths end with something
 * cut, the others may cost as much again; then the paths decide.  If the run is stopped,
 * the paths finish the run.
 *
 * With one job a contender runs only while all others wait, for counted slices: the same
 * run every time.
 */
typedef enum contend_end {
  CONTEND_ALONE,                /* the run is over, to be finished by the caller */
  CONTEND_WON,                  /* this contender finishes the run */
  CONTEND_FINISHED              /* another process has, with `status` */
} contend_end;

typedef struct contend_options {
  bool has[CONTENDERS];
  explore_options of[CONTENDERS];
  uint64_t jobs;
  bool has_unknown;             /* see policy.h */
  uint64_t build;               /* likewise */
  const struct replay_program *program; /* for building the native target */
  volatile int *stop;
} contend_options;

contend_end contend_run(session *, const contend_options *, state *first,
                        int *status);

#endif
