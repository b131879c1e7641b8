#ifndef EXEC_FAN_H
#define EXEC_FAN_H

#include "exec/state.h"

/*
 * Callers of one activation that states with other stacks have in common: the return address is
 * a summary.  Each way has the condition under which the frame returns there; the conditions are
 * disjoint and, under the state's path, cover all.  A frame with a fan also has a caller: that of
 * its deepest way, so what only looks at a stack (where an error is, how deep) sees one that is
 * possible.  What must know all callers comes here first: a return takes the ways one by one, a
 * search for leaks has the state split.
 *
 * Depths of frames above a fan are those of the deepest way: they ascend, but need not count.
 */
typedef struct fan_way {
  expr guard;
  frame *caller;                /* owned */
  uint32_t resume, restart;     /* as of a frame */
} fan_way;

struct fan {
  uint32_t refs, count;
  fan_way ways[];
};

/* Takes the callers over.  At least two ways. */
fan *fan_new(const fan_way *, uint32_t count);

/* A reference; accepts NULL. */
void fan_release(fan *);

/* The frame has these callers now, instead of its own. */
void fan_set(frame *, fan *);

/* Whether two activations can be one: what is read again from there on is the same in both. */
bool fan_agrees(const frame *, const frame *, uint32_t pc);

/* One activation for several that agree, each of a part of the state; the parts are disjoint.
 * Callers that agree and were called at the same point of the input become one, too. */
typedef struct fan_part {
  expr guard;
  frame *frame;
} fan_part;
frame *fan_unite(exec *, const fan_part *, uint32_t count);

/* Whether some frame of the state has a fan. */
bool fan_is_in(const state *);

/* Splits the state by the ways of its topmost fan, if there is one: it takes one of them, others
 * are born at the same instruction.  False: it has ended. */
bool fan_resolve(exec *, state *);

#endif
