#ifndef COMPACT_ITERATION_H
#define COMPACT_ITERATION_H

#include "compact/closed.h"
#include "compact/forall.h"
#include "compact/loop.h"
#include "exec/strategy.h"

/*
 * An iteration of a loop, analysed from a state at the head: the executor takes a copy of
 * the state, with symbols for all carried values, through every way from the head back to
 * the head.  A way that comes back has a condition and an effect (`next` of each carried
 * value).  The state, coverage and counts stay unchanged.
 *
 * Carried memory cells are found by iteration: a changed cell gets a symbol, and the
 * analysis is repeated, until no other cell changes.
 */
typedef struct iteration {
  state *end;                   /* owned; at the head again */
  condition_list condition;     /* beyond the state's own path */
  uint64_t instructions;
  uint32_t asked;               /* inputs, the last in the end's log */
  refusal refusal;              /* REFUSED_NONE: a template can express the iteration */
} iteration;

typedef struct prober prober;

prober *prober_new(exec *);
void prober_free(prober *);

typedef struct look {
  carried_list carried;         /* without `next`, a property of a way */
  VEC(iteration) ways;          /* shortest first */
} look;

/* Missing definitions of carried values in the state become symbols; the rest of the state
 * stays. REFUSED_NONE: there are ways. */
refusal prober_look(prober *, loop *, state *, look *);
void look_release(look *);

/* Whether the state's next iteration, or its exit, is taken without a query; or, where
 * states are joined, the next iteration with any queries, as long as no way leaves the
 * loop. */
bool prober_is_decided(prober *, const loop *, const state *, bool joins);

/* Fills in `next` of the carried values for this way. */
void iteration_set_next(prober *, const iteration *, carried_list *);

/* The edges taken in the last analysis. */
const uint8_t *prober_edges(const prober *);

#endif
