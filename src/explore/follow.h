#ifndef EXPLORE_FOLLOW_H
#define EXPLORE_FOLLOW_H

#include "explore/job.h"
#include "expr/eval.h"

/*
 * The ways to jobs: the first state is run, and of each fork the sides stay that the
 * input of some job takes, for as many forks as that job has.  What ways have in
 * common is run once.  Nothing that happens beside them is reported: it is another
 * job's.
 */
typedef struct follower_way {
  const job *job;
  uint32_t assigned;            /* inputs, ... */
  uint32_t held;                /* ... conjuncts that they fulfil */
  bool has_diverged;
  state *found;
} follower_way;

typedef VEC(uint32_t) follower_ways;    /* by number */

/* A state, and the ways that lead through it. */
typedef struct follower_step {
  state *state;
  follower_ways ways;
} follower_step;

typedef struct follower {
  exec *exec;
  evaluator *eval;
  uint32_t inputs_of;           /* the way whose inputs are assigned, plus one */
  VEC(follower_way) ways;
  VEC(follower_step) steps;     /* to be run */
  follower_ways current;        /* ways of the state that runs */
  VEC(state *) born;            /* since it was run */
} follower;

/* found[k]: the state of job k, which is the caller's; NULL: the way diverged, or
 * *stop was set.  Takes over `first`, a state at the start.  While it runs the
 * executor's hooks must call follower_born and follower_ended. */
void follow_jobs(follower *, exec *, const job *const *, uint32_t count,
                 state *first, volatile const int *stop, state **found);

void follower_born(follower *, state *child);
void follower_ended(follower *, const state *);

#endif
