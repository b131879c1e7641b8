#ifndef ZEQ_CYCLE_H
#define ZEQ_CYCLE_H

#include "exec/strategy.h"

/*
 * States that come back to themselves.
 *
 * A state at the head of a loop goes on alone, without a fork, and returns to the head with
 * the same form (zeq_encode_whole): each run of the state is there again, and the set of
 * visible values is unchanged.  So no run ever leaves.  Without input and without system
 * call except writes on the way, the program hangs, or prints the same for ever; otherwise
 * the state never ends, and nothing new follows.
 *
 * The state is run head by head, without heads of the C library unless there are no others.
 * A copy of the state is kept at the 1st, 2nd, 4th, 8th ... head and its form compared at
 * each later head with equal live registers (Brent), so a cycle of n heads is found within
 * 3 n heads.  The terms of the copy are no roots: no sweep runs before cycle_find returns.
 */
typedef struct cycle cycle;

/* As for seen_new. */
cycle *cycle_new(exec *, const state *start, bool writes_fail);
void cycle_free(cycle *);

typedef enum cycle_result {
  CYCLE_NONE,                   /* not within so many heads */
  CYCLE_FOUND,                  /* the state is at the outermost head of the cycle */
  CYCLE_PRINTS,                 /* ... and the cycle writes but does nothing below */
  CYCLE_ACTIVE,                 /* the cycle reads or calls the system */
  CYCLE_ENDED,                  /* the state is gone */
} cycle_result;

/* Runs the state on for at most so many heads and instructions. */
cycle_result cycle_find(cycle *, state *, uint64_t heads,
                        uint64_t instructions);

/* Whether the last state ran without fork for so long that a look is due; the next look
 * comes after twice as long. */
bool cycle_is_due(state *);

/* Whether a look is cheap beside the state's run so far.  A form is as large as the last
 * form: for a state with much memory looks are rare. */
bool cycle_is_affordable(const cycle *, const state *);

#endif
