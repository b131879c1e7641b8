#ifndef PUSHDOWN_PUSHDOWN_H
#define PUSHDOWN_PUSHDOWN_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Weighted pushdown systems and reachability: post* saturation after Reps, Schwoon, Jha and
 * Melski (Science of Computer Programming 58).
 *
 * A rule replaces a location and the top symbol of the stack by a location and up to two
 * symbols: none returns, one steps, two call.  Weights come from a bounded idempotent
 * semiring. A set of configurations is an automaton that reads stacks from the top: the
 * automaton's states are the locations and states added by the caller; the weight of a
 * configuration is the sum over all readings of the product of the transitions' weights,
 * the deepest first.
 *
 * Saturation is incremental: transitions may be added at any time, also by the hook for
 * locations whose value changed.
 */
typedef uint32_t weight;

typedef struct semiring {
  weight zero, one;
  weight (*combine)(weight, weight);    /* of two ways; idempotent */
  weight (*extend)(weight before, weight after);        /* sequential composition */
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
/* A state beside the locations. */
uint32_t pushdown_add_state(pushdown *);
/* Stacks may end there. */
void pushdown_set_final(pushdown *, uint32_t state);
/* A transition of the automaton; no transition leads to a location.  `cause` is the result
 * of pushdown_cause, PUSHDOWN_NONE: no cause. */
void pushdown_add(pushdown *, uint32_t from, uint32_t symbol, uint32_t to,
                  weight, uint32_t cause);

/* Called during saturation for each location whose value changed. */
typedef void pushdown_hook(void *context, uint32_t location, weight value);
void pushdown_on_change(pushdown *, pushdown_hook *, void *context);

/* Applies rules until nothing changes. */
void pushdown_saturate(pushdown *);

/* The sum over all stacks at the location. */
weight pushdown_value(const pushdown *, uint32_t location);
/* The weight of a configuration, top symbol first. */
weight pushdown_weight(const pushdown *, uint32_t location,
                       const uint32_t *stack, uint32_t depth);
/* The transition that last changed the location's value; a transition's location; a
 * transition's predecessor. */
uint32_t pushdown_origin(const pushdown *, uint32_t location);
uint32_t pushdown_location(const pushdown *, uint32_t transition);
uint32_t pushdown_cause(const pushdown *, uint32_t transition);
uint32_t pushdown_transition_count(const pushdown *);

#endif
