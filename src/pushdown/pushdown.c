#include "pushdown/pushdown.h"

#include "base/checks.h"
#include "base/keys.h"
#include "base/vec.h"

#include <assert.h>

/*
 * Transitions are numbered in the order of their creation and found by a hash
 * of (from, symbol, to); the empty word is a symbol of its own.  A queue holds
 * those whose weight grew.  A call gives every pair (location, symbol) that it
 * enters one state of its own, so that what happens inside is computed once
 * for all callers; the callers hang below that state.
 *
 * `below` of a state is the sum over the ways from it to a final state.  The
 * value of a location is the sum over its transitions t of below(to) * t.
 */
typedef struct transition {
  uint32_t from, symbol, to;
  weight weight;
  uint32_t next_out;            /* of the same `from`, plus 1 */
  uint32_t next_in;             /* to the same `to`, plus 1 */
  uint32_t cause;
  bool is_queued;
} transition;

typedef struct node {           /* a state of the automaton */
  uint32_t out, in;             /* newest transition, plus 1 */
  uint32_t first_rule;          /* of a location, plus 1 */
  weight below, value;
  uint32_t origin;
  bool is_final;
  bool is_queued;               /* below grew */
} node;

typedef struct rule {
  pushdown_rule r;
  uint32_t next;                /* of the same location, plus 1 */
  uint32_t entry;               /* state of what it enters; of calls */
} rule;

enum { EPSILON = UINT32_MAX };

struct pushdown {
  semiring s;
  uint32_t locations;
  VEC(node) nodes;
  VEC(rule) rules;
  VEC(transition) transitions;
  keys transition_keys;         /* from, symbol, to */
  keys entry_keys;              /* location and symbol that calls enter ... */
  VEC(uint32_t) entries;        /* ... and their states */
  VEC(uint32_t) grown;          /* transitions, a stack */
  VEC(uint32_t) deepened;       /* states */
  pushdown_hook *hook;
  void *context;
};

pushdown *pushdown_new(const semiring *s, uint32_t locations) {
  pushdown *p = mem_zeroed(1, sizeof *p);
  p->s = *s;
  p->locations = locations;
  const node empty = {.below = s->zero, .value = s->zero,
                      .origin = PUSHDOWN_NONE};
  vec_reserve(&p->nodes, locations);
  for (uint32_t k = 0; k < locations; k++) vec_push(&p->nodes, empty);
  return p;
}

void pushdown_free(pushdown *p) {
  if (!p) return;
  vec_release(&p->nodes);
  vec_release(&p->rules);
  vec_release(&p->transitions);
  vec_release(&p->entries);
  vec_release(&p->grown);
  vec_release(&p->deepened);
  keys_release(&p->transition_keys);
  keys_release(&p->entry_keys);
  free(p);
}

uint32_t pushdown_add_state(pushdown *p) {
  vec_push(&p->nodes, ((node) {.below = p->s.zero, .value = p->s.zero,
                               .origin = PUSHDOWN_NONE}));
  return p->nodes.count - 1;
}

void pushdown_on_change(pushdown *p, pushdown_hook *hook, void *context) {
  p->hook = hook;
  p->context = context;
}

/* Rules ------------------------------------------------------------------ */

static uint32_t entry_state(pushdown *p, uint32_t location, uint32_t symbol) {
  bool is_new;
  const uint32_t k = keys_add(&p->entry_keys, location, symbol, 0, &is_new);
  if (is_new) vec_push(&p->entries, pushdown_add_state(p));
  return p->entries.items[k];
}

void pushdown_add_rule(pushdown *p, pushdown_rule r) {
  assert(r.from < p->locations && r.to < p->locations && r.top != PUSHDOWN_NONE);
  assert(r.first != PUSHDOWN_NONE || r.second == PUSHDOWN_NONE);
  rule new = {.r = r, .next = p->nodes.items[r.from].first_rule};
  if (r.second != PUSHDOWN_NONE) new.entry = entry_state(p, r.to, r.first);
  vec_push(&p->rules, new);
  p->nodes.items[r.from].first_rule = p->rules.count;
}

/* Values ----------------------------------------------------------------- */

static void deepen(pushdown *p, uint32_t state, weight w) {
  node *n = p->nodes.items + state;
  const weight sum = p->s.combine(n->below, w);
  if (sum == n->below) return;
  n->below = sum;
  if (n->is_queued) return;
  n->is_queued = true;
  vec_push(&p->deepened, state);
}

void pushdown_set_final(pushdown *p, uint32_t state) {
  assert(state >= p->locations && state < p->nodes.count);
  p->nodes.items[state].is_final = true;
  deepen(p, state, p->s.one);
}

/* What the transition adds to the value of its location, or to the ways from
 * its state. */
static void read_transition(pushdown *p, uint32_t k) {
  const transition t = p->transitions.items[k];
  const weight w = p->s.extend(p->nodes.items[t.to].below, t.weight);
  if (t.from >= p->locations) {
    deepen(p, t.from, w);
    return;
  }
  if (t.symbol == EPSILON) return;
  node *n = p->nodes.items + t.from;
  const weight sum = p->s.combine(n->value, w);
  if (sum == n->value) return;
  n->value = sum;
  n->origin = k;
  if (p->hook) p->hook(p->context, t.from, sum);
}

/* Transitions ------------------------------------------------------------ */

void pushdown_add(pushdown *p, uint32_t from, uint32_t symbol, uint32_t to,
                  weight w, uint32_t cause) {
  assert(from < p->nodes.count && to >= p->locations && to < p->nodes.count);
  assert(cause == PUSHDOWN_NONE || cause < p->transitions.count);
  if (w == p->s.zero) return;
  bool is_new;
  const uint32_t k = keys_add(&p->transition_keys, from, symbol, to, &is_new);
  if (is_new) {
    vec_push(&p->transitions,
             ((transition) {.from = from, .symbol = symbol, .to = to,
                            .weight = p->s.zero, .cause = cause,
                            .next_out = p->nodes.items[from].out,
                            .next_in = p->nodes.items[to].in}));
    p->nodes.items[from].out = p->nodes.items[to].in = k + 1;
  }
  transition *t = p->transitions.items + k;
  const weight sum = p->s.combine(t->weight, w);
  if (sum == t->weight) return;
  t->weight = sum;
  if (t->is_queued) return;
  t->is_queued = true;
  vec_push(&p->grown, k);
}

static void apply(pushdown *p, const transition *t, uint32_t k,
                  const rule *r) {
  if (r->r.top != t->symbol) return;
  const weight w = p->s.extend(t->weight, r->r.weight);
  if (r->r.first == PUSHDOWN_NONE) {
    pushdown_add(p, r->r.to, EPSILON, t->to, w, k);
  } else if (r->r.second == PUSHDOWN_NONE) {
    pushdown_add(p, r->r.to, r->r.first, t->to, w, k);
  } else {
    pushdown_add(p, r->r.to, r->r.first, r->entry, p->s.one, k);
    pushdown_add(p, r->entry, r->r.second, t->to, w, k);
  }
}

/* The transition's weight grew: all that it is part of grows, too. */
static void follow(pushdown *p, uint32_t k) {
  p->transitions.items[k].is_queued = false;
  const transition t = p->transitions.items[k];
  read_transition(p, k);
  if (t.symbol == EPSILON) {
    for (uint32_t e = p->nodes.items[t.to].out; e;
         e = p->transitions.items[e - 1].next_out) {
      const transition u = p->transitions.items[e - 1];
      pushdown_add(p, t.from, u.symbol, u.to,
                   p->s.extend(u.weight, t.weight), t.cause);
    }
    return;
  }
  if (t.from < p->locations) {
    for (uint32_t r = p->nodes.items[t.from].first_rule; r;
         r = p->rules.items[r - 1].next)
      apply(p, &t, k, p->rules.items + r - 1);
    return;
  }
  for (uint32_t e = p->nodes.items[t.from].in; e;
       e = p->transitions.items[e - 1].next_in) {
    const transition u = p->transitions.items[e - 1];
    if (u.symbol == EPSILON)
      pushdown_add(p, u.from, t.symbol, t.to,
                   p->s.extend(t.weight, u.weight), u.cause);
  }
}

/* The weight is of an idempotent semiring, as far as this weight shows. */
static bool is_lawful(const semiring *s, weight w) {
  return s->combine(w, w) == w && s->combine(w, s->zero) == w && s->combine(s->zero, w) == w &&
         s->extend(w, s->one) == w && s->extend(s->one, w) == w &&
         s->extend(w, s->zero) == s->zero && s->extend(s->zero, w) == s->zero;
}

/* Every rule, applied once more to every transition, adds nothing. */
static bool is_saturated(pushdown *p) {
  const uint32_t count = p->transitions.count;
  for (uint32_t k = 0; k < count; k++) {
    if (!is_lawful(&p->s, p->transitions.items[k].weight)) return false;
    follow(p, k);
  }
  return p->transitions.count == count && !p->grown.count && !p->deepened.count;
}

void pushdown_saturate(pushdown *p) {
  while (p->grown.count || p->deepened.count) {
    if (p->grown.count) {
      follow(p, vec_pop(&p->grown));
      continue;
    }
    const uint32_t state = vec_pop(&p->deepened);
    p->nodes.items[state].is_queued = false;
    for (uint32_t e = p->nodes.items[state].in; e;
         e = p->transitions.items[e - 1].next_in)
      read_transition(p, e - 1);
  }
  assert(!CHECKS_ARE_ON || is_saturated(p));
}

/* Looking ---------------------------------------------------------------- */

weight pushdown_value(const pushdown *p, uint32_t location) {
  assert(location < p->locations);
  return p->nodes.items[location].value;
}

static weight read_stack(const pushdown *p, uint32_t state,
                         const uint32_t *stack, uint32_t depth) {
  if (!depth)
    return p->nodes.items[state].is_final ? p->s.one : p->s.zero;
  weight sum = p->s.zero;
  for (uint32_t e = p->nodes.items[state].out; e;
       e = p->transitions.items[e - 1].next_out) {
    const transition *t = p->transitions.items + e - 1;
    if (t->symbol != *stack) continue;
    sum = p->s.combine(sum, p->s.extend(read_stack(p, t->to, stack + 1,
                                                   depth - 1),
                                        t->weight));
  }
  return sum;
}

weight pushdown_weight(const pushdown *p, uint32_t location,
                       const uint32_t *stack, uint32_t depth) {
  assert(location < p->locations);
  return read_stack(p, location, stack, depth);
}

uint32_t pushdown_origin(const pushdown *p, uint32_t location) {
  assert(location < p->locations);
  return p->nodes.items[location].origin;
}

uint32_t pushdown_location(const pushdown *p, uint32_t k) {
  assert(k < p->transitions.count);
  return p->transitions.items[k].from;
}

uint32_t pushdown_cause(const pushdown *p, uint32_t k) {
  assert(k < p->transitions.count);
  return p->transitions.items[k].cause;
}

uint32_t pushdown_transition_count(const pushdown *p) {
  return p->transitions.count;
}
