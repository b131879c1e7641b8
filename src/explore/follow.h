#ifndef EXPLORE_FOLLOW_H
#define EXPLORE_FOLLOW_H

#include "explore/job.h"
#include "expr/eval.h"

/*
 * The ways to jobs: runs the first state, and keeps at each fork the sides taken by some
 * job's input, for the job's number of forks.  Common parts of ways are run once.  Events
 * beside the ways belong to other jobs and are not reported.
 */
typedef struct follower_way {
  const job *job;
  uint32_t assigned;            /* inputs, ... */
  uint32_t held;                /* ... conjuncts satisfied by the inputs */
  bool has_diverged;
  state *found;
} follower_way;

typedef VEC(uint32_t) follower_ways;    /* by number */

/* A state, and the ways through the state. */
typedef struct follower_step {
  state *state;
  follower_ways ways;
} follower_step;

typedef struct follower {
  exec *exec;
  evaluator *eval;
  uint32_t inputs_of;           /* 1 + the way with assigned inputs */
  VEC(follower_way) ways;
  VEC(follower_step) steps;     /* to be run */
  follower_ways current;        /* of the running state */
  VEC(state *) born;            /* since the state ran */
} follower;

/* found[k]: the state of job k, the caller's; NULL: the way diverged, or *stop was set.
 * Takes over `first`, a state at the start.  The executor's hooks must call follower_born
 * and follower_ended while this runs. */
void follow_jobs(follower *, exec *, const job *const *, uint32_t count,
                 state *first, volatile const int *stop, state **found);

void follower_born(follower *, state *child);
void follower_ended(follower *, const state *);

#endif
