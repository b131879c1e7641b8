#ifndef EXEC_EVENT_H
#define EXEC_EVENT_H

#include "exec/state.h"

/*
 * A call event: an activation of a function, common to all states that fork inside.  The
 * event keeps the state at the call, so returning states can be compared by their changes
 * since.  Owned by frames; made only on request (exec_strategy).
 */
struct call_event {
  uint32_t refs;
  const ir_function *function;
  state *before;                /* owned; never runs */
  uint32_t symbols;             /* all symbols at the call, ... */
  uint32_t inputs, conjuncts;   /* ... and of the path */
  bool has_forked;              /* otherwise at most one state returns */
  uint32_t swept;               /* the last sweep that marked the event */
  void *returns;                /* of z-equivalence: no terms ... */
  void (*release)(void *);      /* ... and their destructor */
};

/* For the call that the state is about to begin. */
call_event *event_new(const ir_function *, const state *, const expr_table *);

/* The path forks: several states may return from all its calls. */
void event_note_fork(const state *);

#endif
