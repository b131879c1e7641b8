#ifndef MERGE_COMMONS_H
#define MERGE_COMMONS_H

#include "exec/extension.h"
#include "merge/join.h"

/*
 * One store for many states: the consolidated state of the MultiSE paper.  A fork makes two
 * members of one commons.  A member that does not run has registers, logs and a path, but no
 * memory.  The conjuncts of its path beyond what all members have are its guard, a diagram;
 * guards of members are disjoint.  The store has each member's memory where the member's guard
 * holds, and anything elsewhere.
 *
 * A member that runs has a copy of the store.  When its slice ends, or the member forks, what
 * it wrote is committed: each word becomes guard ? new : old.  Members at one place are joined
 * without a look at memory.  Where one member is left, or a member does something that a store
 * for many cannot express, the member leaves: it is an ordinary state, with memory of its own.
 * A correct answer is obtained if any state leaves at any time.  So a copy of a state is no
 * member until it is made one.
 */
typedef struct commons commons;

typedef struct merge_fields {
  commons *of;                  /* NULL: an ordinary state */
  struct merge_fields *next, *before;   /* other members */
} merge_fields;

extern state_extension merge_extension;

static inline merge_fields *merge_of(const state *s) {
  return state_fields(s, &merge_extension);
}

static inline bool commons_has(const state *s) { return merge_of(s)->of != NULL; }

typedef struct commons_stats {
  uint64_t begun;               /* stores */
  uint64_t commits;             /* slices with something to write */
  uint64_t left;                /* members that left while there were others */
  uint64_t steps;               /* diagram steps of guards and commits */
  join_stats words;             /* of commits */
} commons_stats;

/* The slice of one state; all zero: none runs. */
typedef struct commons_slice {
  exec *x;                      /* NULL: no state shares a store */
  const state *running;
  memory base;                  /* of the running state, as far as it is committed */
  commons_stats stats;
} commons_slice;

/* The state runs now, member or not ... */
void commons_begin(commons_slice *, state *);
/* ... forks: both are members then, or the child is an ordinary state ... */
void commons_born(commons_slice *, state *child, state *parent);
/* ... and pauses, or has ended: NULL. */
void commons_end(commons_slice *, state *);

/* Memory for a member between slices, and away with it: nothing was written. */
void commons_wake(exec *, state *);
void commons_rest(state *);

/* Joins two states between slices, as join_states; if both are members of one commons the
 * joined state is a member, else the members leave first. */
bool commons_is_one(const state *, const state *);
void commons_add(state *joined, const state *member);

/* An ordinary state from now on. */
void commons_leave(exec *, state *);
/* A copy that is one; of any state. */
state *commons_copy(exec *, const state *);

/* The state that holds the store of the state's commons, for sweeps; NULL: none. */
state *commons_ground(const state *);

#endif
