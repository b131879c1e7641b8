#ifndef PUSHDOWN_PUSHDOWN_H
#define PUSHDOWN_PUSHDOWN_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Weighted pushdown systems, and what is reachable in them: post* saturation
 * after Reps, Schwoon, Jha and Melski (Science of Computer Programming 58).
 *
 * A rule takes a location and the symbol on top of the stack to a location and
 * up to two symbols in its place: none returns, one steps, two call.  Weights
 * come from a bounded idempotent semiring.  A set of configurations is an
 * automaton that reads stacks from the top: its states are the locations and
 * others that the caller adds; the weight of a configuration is the sum over
 * the ways to read it, of the product of the transitions' weights, the deepest
 * first.
 *
 * Saturation is incremental: transitions may be added at any time, also by the
 * hook that is called for each location whose value changed.
 */
typedef uint32_t weight;

typedef struct semiring {
  weight zero, one;
  weight (*combine)(weight, weight);    /* of two ways; idempotent */
  weight (*extend)(weight before, weight after);        /* of one after another */
} semiring;

enum { PUSHDOWN_NONE = UINT32_MAX };    /* no symbol, no state, no cause */

typedef struct pushdown_rule {
  uint32_t from, top;
  uint32_t to, first, second;   /* symbols; PUSHDOWN_NONE: not there */
  weight weight;
} pushdown_rule;

typedef struct pushdown pushdown;

/* Locations are numbered from 0, symbols as the caller likes. */
pushdown *pushdown_new(const semiring *, uint32_t locations);
void pushdown_free(pushdown *);

void pushdown_add_rule(pushdown *, pushdown_rule);
/* A state that is no location. */
uint32_t pushdown_add_state(pushdown *);
/* Stacks may end there. */
void pushdown_set_final(pushdown *, uint32_t state);
/* A transition of the automaton; no transition leads to a location.  `cause` is
 * what pushdown_cause shall say of it, PUSHDOWN_NONE: nothing. */
void pushdown_add(pushdown *, uint32_t from, uint32_t symbol, uint32_t to,
                  weight, uint32_t cause);

/* Called for each location whose value changed, while it saturates. */
typedef void pushdown_hook(void *context, uint32_t location, weight value);
void pushdown_on_change(pushdown *, pushdown_hook *, void *context);

/* Applies rules until nothing changes. */
void pushdown_saturate(pushdown *);

/* The sum over all stacks with which the location is reachable. */
weight pushdown_value(const pushdown *, uint32_t location);
/* The weight of one configuration, its top symbol first. */
weight pushdown_weight(const pushdown *, uint32_t location,
                       const uint32_t *stack, uint32_t depth);
/* The transition that gave the location its value last; the location it is of;
 * the transition that it comes from. */
uint32_t pushdown_origin(const pushdown *, uint32_t location);
uint32_t pushdown_location(const pushdown *, uint32_t transition);
uint32_t pushdown_cause(const pushdown *, uint32_t transition);
uint32_t pushdown_transition_count(const pushdown *);

#endif
