#ifndef ZEQ_CYCLE_H
#define ZEQ_CYCLE_H

#include "exec/strategy.h"

/*
 * States that come back to themselves.
 *
 * A state at the head of a loop goes on alone, without a split, and is at that head
 * again with the same form (zeq_encode_whole): each of its runs is there again, and
 * the set of what they can see is the one it was.  So no run of it ever leaves.
 * If it asked for no input and made no system call on the way but to write, the
 * program hangs, or prints the same for ever; else it is one that never ends, and
 * nothing new comes of it.
 *
 * The state is run head by head, those of the C library left out unless there are no
 * others.  A copy of the state is kept at the 1st, 2nd, 4th, 8th ...
 * head and its form compared at each later one whose live registers look the same (Brent), so
 * a cycle of n heads is found within 3 n of them.  The terms of the copy are no roots: no sweep
 * runs before cycle_find returns.
 */
typedef struct cycle cycle;

/* As for seen_new. */
cycle *cycle_new(exec *, const state *start, bool writes_fail);
void cycle_free(cycle *);

typedef enum cycle_result {
  CYCLE_NONE,                   /* not within so many heads */
  CYCLE_FOUND,                  /* it is at the outermost head of the cycle */
  CYCLE_PRINTS,                 /* ... in which it writes and does nothing else of these */
  CYCLE_ACTIVE,                 /* it reads or calls the system in the cycle */
  CYCLE_ENDED,                  /* the state is gone */
} cycle_result;

/* Runs the state on for at most so many heads and instructions. */
cycle_result cycle_find(cycle *, state *, uint64_t heads,
                        uint64_t instructions);

/* The state that just ran: whether it did not fork for so long that it is time for a look; the next one is after twice as long. */
bool cycle_is_due(state *);

/* Whether a look costs little beside what the state has run by then.  One form is as
 * large as the last one was: of a state with much memory the looks are rare. */
bool cycle_is_affordable(const cycle *, const state *);

#endif
