#include "solver/gates.h"

#include "base/hash.h"

#include <assert.h>
#include <limits.h>

enum { AND, XOR, MUX, SUM, CARRY };
enum { POLL = 1 << 12 };        /* gates: a product of 4,096 bits has 30 million */

/* Of this solver's; once there is no room, outputs mean nothing. */
static bool is_literal(const gates *g, int x) {
  return g->is_full || (x && abs(x) <= g->variables);
}

void gates_init(gates *g, const sat_table *api, const interrupt *end) {
  *g = (gates) {.api = api, .sat = api->create(end), .variables = 1,
                .end = end};
  api->clause(g->sat, (int[]) {GATE_TRUE}, 1);
}

void gates_release(gates *g) {
  g->api->destroy(g->sat);
  vec_release(&g->made);
  free(g->slot);
}

int gates_fresh(gates *g) {
  if (g->is_full || (g->limit && (uint64_t) g->variables >= g->limit) ||
      g->variables == INT_MAX ||
      (g->variables % POLL == 0 && interrupt_is_set(g->end))) {
    g->is_full = true;
    return GATE_TRUE;
  }
  return ++g->variables;
}

static void clause2(gates *g, int a, int b) {
  g->api->clause(g->sat, (int[]) {a, b}, 2);
}

static void clause3(gates *g, int a, int b, int c) {
  g->api->clause(g->sat, (int[]) {a, b, c}, 3);
}

static void clause4(gates *g, int a, int b, int c, int d) {
  g->api->clause(g->sat, (int[]) {a, b, c, d}, 4);
}

static uint32_t *find(const gates *g, const gate *key) {
  uint64_t h = hash_word(key->op, (uint32_t) key->in[0]);
  h = hash_word(h, (uint64_t) (uint32_t) key->in[1] << 32 |
                   (uint32_t) key->in[2]);
  const uint32_t last = g->slots - 1;
  uint32_t i = (uint32_t) hash_end(h) & last;
  for (; g->slot[i]; i = (i + 1) & last) {
    const gate *o = g->made.items + g->slot[i] - 1;
    if (o->op == key->op && o->in[0] == key->in[0] &&
        o->in[1] == key->in[1] && o->in[2] == key->in[2]) break;
  }
  return g->slot + i;
}

static void grow(gates *g) {
  free(g->slot);
  g->slots = g->slots ? 2 * g->slots : 64;
  g->slot = mem_zeroed(g->slots, sizeof *g->slot);
  for (uint32_t i = 0; i < g->made.count; i++)
    *find(g, g->made.items + i) = i + 1;
}

/* The output of this gate; *is_new when its clauses are still to be added. */
static int intern(gates *g, uint32_t op, int a, int b, int c, bool *is_new) {
  gate key = {op, {a, b, c}, 0};
  *is_new = false;
  if (2 * (g->made.count + 1) > g->slots) grow(g);
  uint32_t *slot = find(g, &key);
  if (*slot) return g->made.items[*slot - 1].out;
  key.out = gates_fresh(g);
  if (g->is_full) return GATE_TRUE;
  vec_push(&g->made, key);
  *slot = g->made.count;
  *is_new = true;
  return key.out;
}

static void order(int *a, int *b) {
  if (*a > *b) {
    const int t = *a;
    *a = *b;
    *b = t;
  }
}

int gates_and(gates *g, int a, int b) {
  assert(is_literal(g, a) && is_literal(g, b));
  order(&a, &b);
  if (a == GATE_FALSE || b == GATE_FALSE || a == -b) return GATE_FALSE;
  if (a == GATE_TRUE || a == b) return b;
  if (b == GATE_TRUE) return a;
  bool is_new;
  const int out = intern(g, AND, a, b, 0, &is_new);
  if (is_new) {
    clause2(g, -out, a);
    clause2(g, -out, b);
    clause3(g, out, -a, -b);
  }
  return out;
}

int gates_or(gates *g, int a, int b) { return -gates_and(g, -a, -b); }

int gates_xor(gates *g, int a, int b) {
  assert(is_literal(g, a) && is_literal(g, b));
  const int sign = (a < 0) != (b < 0) ? -1 : 1;
  a = abs(a);
  b = abs(b);
  order(&a, &b);
  if (a == b) return sign * GATE_FALSE;
  if (a == GATE_TRUE) return -sign * b;
  bool is_new;
  const int out = intern(g, XOR, a, b, 0, &is_new);
  if (is_new) {
    clause3(g, -out, a, b);
    clause3(g, -out, -a, -b);
    clause3(g, out, -a, b);
    clause3(g, out, a, -b);
  }
  return sign * out;
}

int gates_mux(gates *g, int c, int then, int other) {
  assert(is_literal(g, c) && is_literal(g, then) && is_literal(g, other));
  if (c == GATE_TRUE || then == other) return then;
  if (c == GATE_FALSE) return other;
  if (c < 0) {
    const int t = then;
    c = -c;
    then = other;
    other = t;
  }
  if (then == -other) return gates_xor(g, c, other);
  if (then == GATE_TRUE || then == c) return gates_or(g, c, other);
  if (then == GATE_FALSE || then == -c) return gates_and(g, -c, other);
  if (other == GATE_TRUE || other == -c) return gates_or(g, -c, then);
  if (other == GATE_FALSE || other == c) return gates_and(g, c, then);
  const int sign = then < 0 ? -1 : 1;
  then *= sign;
  other *= sign;
  bool is_new;
  const int out = intern(g, MUX, c, then, other, &is_new);
  if (is_new) {
    clause3(g, -out, -c, then);
    clause3(g, out, -c, -then);
    clause3(g, -out, c, other);
    clause3(g, out, c, -other);
    clause3(g, -out, then, other);      /* implied, but propagates */
    clause3(g, out, -then, -other);
  }
  return sign * out;
}

static void order3(int *a, int *b, int *c) {
  order(a, b);
  order(b, c);
  order(a, b);
}

int gates_sum(gates *g, int a, int b, int c) {
  assert(is_literal(g, a) && is_literal(g, b) && is_literal(g, c));
  const int sign = ((a < 0) ^ (b < 0) ^ (c < 0)) ? -1 : 1;
  a = abs(a);
  b = abs(b);
  c = abs(c);
  order3(&a, &b, &c);
  if (a == b) return sign * c;
  if (b == c) return sign * a;
  if (a == GATE_TRUE) return -sign * gates_xor(g, b, c);
  bool is_new;
  const int out = intern(g, SUM, a, b, c, &is_new);
  if (is_new) {
    clause4(g, -out, a, b, c);
    clause4(g, -out, a, -b, -c);
    clause4(g, -out, -a, b, -c);
    clause4(g, -out, -a, -b, c);
    clause4(g, out, -a, -b, -c);
    clause4(g, out, -a, b, c);
    clause4(g, out, a, -b, c);
    clause4(g, out, a, b, -c);
  }
  return sign * out;
}

int gates_carry(gates *g, int a, int b, int c) {
  assert(is_literal(g, a) && is_literal(g, b) && is_literal(g, c));
  order3(&a, &b, &c);
  if (a == b || b == c) return b;
  if (a == -b) return c;
  if (b == -c) return a;
  if (a == -c) return b;
  if (a == GATE_TRUE) return gates_or(g, b, c);
  if (b == GATE_TRUE) return gates_or(g, a, c);
  if (c == GATE_TRUE) return gates_or(g, a, b);
  if (a == GATE_FALSE) return gates_and(g, b, c);
  if (b == GATE_FALSE) return gates_and(g, a, c);
  if (c == GATE_FALSE) return gates_and(g, a, b);
  /* Its own dual: complementing all three complements the output. */
  const int sign = (a < 0) + (b < 0) + (c < 0) >= 2 ? -1 : 1;
  a *= sign;
  b *= sign;
  c *= sign;
  order3(&a, &b, &c);
  bool is_new;
  const int out = intern(g, CARRY, a, b, c, &is_new);
  if (is_new) {
    clause3(g, -out, a, b);
    clause3(g, -out, a, c);
    clause3(g, -out, b, c);
    clause3(g, out, -a, -b);
    clause3(g, out, -a, -c);
    clause3(g, out, -b, -c);
  }
  return sign * out;
}

/* One clause over all inputs instead of a tree; not shared, since the terms
 * that need it are. */
int gates_and_all(gates *g, int *literals, unsigned count) {
  unsigned kept = 0;
  for (unsigned i = 0; i < count; i++) {
    if (literals[i] == GATE_FALSE) return GATE_FALSE;
    if (literals[i] != GATE_TRUE) literals[kept++] = literals[i];
  }
  if (kept == 0) return GATE_TRUE;
  if (kept == 1) return literals[0];
  if (kept == 2) return gates_and(g, literals[0], literals[1]);
  const int out = gates_fresh(g);
  if (g->is_full) return GATE_TRUE;
  for (unsigned i = 0; i < kept; i++) {
    clause2(g, -out, literals[i]);
    literals[i] = -literals[i];
  }
  assert(kept > 2);
  int *wide = mem_resize(NULL, kept + 1, sizeof *wide);
  for (unsigned i = 0; i < kept; i++) wide[i] = literals[i];
  wide[kept] = out;
  g->api->clause(g->sat, wide, kept + 1);
  free(wide);
  return out;
}
