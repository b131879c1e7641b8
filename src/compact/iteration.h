#ifndef COMPACT_ITERATION_H
#define COMPACT_ITERATION_H

#include "compact/closed.h"
#include "compact/forall.h"
#include "compact/loop.h"
#include "exec/strategy.h"

/*
 * One iteration of a loop, looked at from a state at its head: the executor
 * itself takes a copy of the state, in which all that the loop carries
 * is symbols, through every way from the head back to it.  A way that comes
 * back says what it needs (its condition) and what it does (`next` of each
 * carried value).  Nothing is left of it in the state, nor in coverage or
 * counts.
 *
 * Which memory cells are carried is found by looking: a cell that an iteration
 * changes gets a symbol, and the iteration is looked at again, until no other
 * does.
 */
typedef struct iteration {
  state *end;                   /* owned; at the head again */
  condition_list condition;     /* beyond the state's own path */
  uint64_t instructions;
  uint32_t asked;               /* inputs, the last ones of the end's log */
  refusal refusal;              /* REFUSED_NONE: a template can say it */
} iteration;

typedef struct prober prober;

prober *prober_new(exec *);
void prober_free(prober *);

typedef struct look {
  carried_list carried;         /* without `next`, which belongs to a way */
  VEC(iteration) ways;          /* shortest first */
} look;

/* The state's missing definitions of carried values become symbols; nothing
 * else in it changes.  REFUSED_NONE: there are ways. */
refusal prober_look(prober *, loop *, state *, look *);
void look_release(look *);

/* Whether the state's next iteration, or its way out, is taken without any
 * question being asked; or, where states are joined, the next iteration
 * whatever it asks, as long as nothing leaves the loop in it. */
bool prober_is_decided(prober *, const loop *, const state *, bool joins);

/* Fills in `next` of the carried values for this way. */
void iteration_set_next(prober *, const iteration *, carried_list *);

/* The edges that were taken in the last look. */
const uint8_t *prober_edges(const prober *);

#endif
