#ifndef EXEC_EVENT_H
#define EXEC_EVENT_H

#include "exec/state.h"

/*
 * A call event: one activation of a function, as all states see it that split
 * off inside.  It remembers the state at the call, so that those that return
 * from it can be compared by what changed since.  Frames own it; it is made
 * only where asked for (exec_strategy).
 */
struct call_event {
  uint32_t refs;
  const ir_function *function;
  state *before;                /* owned; never runs */
  uint32_t symbols;             /* that there were in all, ... */
  uint32_t inputs, conjuncts;   /* ... and of the path */
  bool has_forked;              /* else one state returns, if any */
  uint32_t swept;               /* the last sweep that marked it */
  void *returns;                /* of z-equivalence: no terms ... */
  void (*release)(void *);      /* ... and how it frees them */
};

/* Of the call that the state is about to begin. */
call_event *event_new(const ir_function *, const state *, const expr_table *);

/* The path splits: several states may return from all its calls. */
void event_note_fork(const state *);

#endif
