#include "base/random.h"
#include "solver/blast.h"
#include "test/check.h"

#include <stdlib.h>

#ifdef HOSTILE
enum { ROUNDS = 2 };
#else
enum { ROUNDS = 20 };
#endif

enum { TERMS = 4, WIDTH = 2, VALUES = 1 << WIDTH };

static const expr_op ops[] = {EXPR_EQ, EXPR_ULT, EXPR_ULE, EXPR_SLT, EXPR_SLE};

static bool compare(expr_op op, uint64_t a, uint64_t b) {
  const int64_t x = bits_signed(a, WIDTH), y = bits_signed(b, WIDTH);
  switch ((int) op) {
  case EXPR_EQ: return a == b;
  case EXPR_ULT: return a < b;
  case EXPR_ULE: return a <= b;
  case EXPR_SLT: return x < y;
  case EXPR_SLE: return x <= y;
  }
  fatal("no such operator");
}

typedef struct comparison {
  expr_op op;
  unsigned left, right;
  expr e;
} comparison;
typedef VEC(comparison) comparisons;

static void shuffle(comparisons *all, random_source *r) {
  for (uint32_t k = all->count; k > 1; k--) {
    const uint32_t i = (uint32_t) random_below(r, k);
    const comparison c = all->items[i];
    all->items[i] = all->items[k - 1];
    all->items[k - 1] = c;
  }
}

static comparisons all_comparisons(expr_table *t, const expr *terms) {
  comparisons all = {0};
  for (unsigned o = 0; o < 5; o++)
    for (unsigned a = 0; a < TERMS; a++)
      for (unsigned b = 0; b < TERMS; b++)
        if (a != b)
          vec_push(&all, ((comparison) {
              ops[o], a, b, expr_binary(t, ops[o], terms[a], terms[b])}));
  return all;
}

/* Every assignment is possible, and every comparison then has its value. */
static void check_assignments(const blaster *b, const expr *terms,
                              const comparisons *some) {
  const sat_table *api = b->gates.api;
  for (unsigned all = 0; all < 1u << TERMS * WIDTH; all++) {
    for (unsigned a = 0; a < TERMS; a++) {
      const int *bits = blaster_bits(b, terms[a]);
      for (unsigned i = 0; bits && i < WIDTH; i++)
        api->assume(b->gates.sat,
                    all >> (a * WIDTH + i) & 1 ? bits[i] : -bits[i]);
    }
    CHECK(api->solve(b->gates.sat, (sat_limits) {0}) == SAT_YES);
    for (uint32_t k = 0; k < some->count; k++) {
      const comparison *c = some->items + k;
      CHECK(api->value(b->gates.sat, blaster_bits(b, c->e)[0]) ==
            compare(c->op, all >> c->left * WIDTH & (VALUES - 1),
                    all >> c->right * WIDTH & (VALUES - 1)));
    }
  }
}

static void no_values_are_excluded(const sat_table *api) {
  random_source r = {7};
  for (unsigned round = 0; round < ROUNDS; round++) {
    expr_table *t = expr_table_new();
    expr_set_rewriting(t, false);
    expr terms[TERMS];
    for (unsigned a = 0; a < TERMS; a++)
      terms[a] = expr_symbol(t, expr_new_symbol(t, SYMBOL_INPUT, WIDTH, "x"));
    comparisons all = all_comparisons(t, terms);
    shuffle(&all, &r);
    all.count = 1 + (uint32_t) random_below(&r, all.count);
    blaster b;
    blaster_init(&b, t, api, NULL);
    for (uint32_t k = 0; k < all.count; k++)
      CHECK(blaster_add(&b, all.items[k].e, 0));
    check_assignments(&b, terms, &all);
    blaster_release(&b);
    vec_release(&all);
    expr_table_free(t);
  }
}

/* What each pair is compared for decides a circle without a look at bits. */
static void circles_are_refuted_by_propagation(void) {
  enum { LENGTH = 12, WIDE = 32 };
  for (unsigned is_signed = 0; is_signed < 2; is_signed++) {
    expr_table *t = expr_table_new();
    expr x[LENGTH];
    blaster b;
    blaster_init(&b, t, &sat_light, NULL);
    for (unsigned k = 0; k < LENGTH; k++)
      x[k] = expr_symbol(t, expr_new_symbol(t, SYMBOL_INPUT, WIDE, "x"));
    const expr_op op = is_signed ? EXPR_SLT : EXPR_ULT;
    for (unsigned i = 0; i < LENGTH; i++)
      for (unsigned k = i + 1; k < LENGTH; k++)
        CHECK(blaster_add(&b, expr_binary(t, op, x[i], x[k]), 0));
    for (unsigned k = 1; k < LENGTH; k++)
      sat_light.assume(b.gates.sat,
                       *blaster_bits(&b, expr_binary(t, op, x[k - 1], x[k])));
    sat_light.assume(b.gates.sat,
                     -*blaster_bits(&b, expr_binary(t, op, x[0],
                                                    x[LENGTH - 1])));
    /* With few neighbours bits must be looked at after all. */
    for (unsigned k = 0; k < LENGTH * WIDE; k++)
      sat_light.focus(b.gates.sat, blaster_bits(&b, x[k / WIDE])[k % WIDE]);
    CHECK(sat_light.solve(b.gates.sat, (sat_limits) {0}) == SAT_NO);
#ifndef HOSTILE
    CHECK(sat_light.conflicts(b.gates.sat) <= 1);
#endif
    blaster_release(&b);
    expr_table_free(t);
  }
}

int main(void) {
  no_values_are_excluded(&sat_light);
  no_values_are_excluded(&sat_cadical);
  circles_are_refuted_by_propagation();
  return 0;
}
