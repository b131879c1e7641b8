#ifndef EXPLORE_FOLLOW_H
#define EXPLORE_FOLLOW_H

#include "expr/eval.h"
#include "explore/job.h"

/*
 * The way to a job: the first state is run, and of each fork the side stays that
 * the job's input takes, for as many forks as the job has.  Nothing that happens
 * beside that way is reported: it is another job's.
 */
typedef struct follower {
  exec *exec;
  const job *job;
  evaluator *eval;
  uint32_t assigned;            /* inputs, ... */
  uint32_t held;                /* ... conjuncts that they fulfil */
  VEC(state *) born;            /* since the state last ran */
  bool has_diverged;
} follower;

/* The job's state, which is the caller's; NULL: the way diverged, or *stop was
 * set.  Takes over `first`, a state at the start.  While it runs the executor's
 * hooks must call follower_born and follower_ended. */
state *follow_job(follower *, exec *, const job *, state *first,
                  volatile const int *stop);

void follower_born(follower *, state *child);
void follower_ended(follower *, const state *);

#endif
