#include "base/random.h"
#include "expr/eval.h"
#include "expr/varset.h"
#include "solver/differences.h"
#include "solver/solver.h"
#include "test/check.h"

#include <stdio.h>

/*
 * Random conditions that compare three inputs of four bits with each other and
 * with numbers, beside all 4096 values that the inputs can have.
 */
enum { INPUTS = 3, WIDTH = 4, VALUES = 1 << WIDTH };

typedef struct world {
  expr_table *t;
  evaluator *eval;
  uint32_t symbol[INPUTS];      /* the last is two of half the width */
  uint32_t half;
  expr input[INPUTS];
  random_source random;
  bool is_signed;
} world;

static void begin(world *w, uint64_t seed) {
  *w = (world) {.t = expr_table_new(), .random = {seed},
                .is_signed = seed & 1};
  w->eval = evaluator_new(w->t);
  for (unsigned k = 0; k < INPUTS; k++) {
    const bool is_last = k + 1 == INPUTS;
    w->symbol[k] = expr_new_symbol(w->t, SYMBOL_INPUT,
                                   is_last ? WIDTH / 2 : WIDTH, "x");
    w->input[k] = expr_symbol(w->t, w->symbol[k]);
  }
  w->half = expr_new_symbol(w->t, SYMBOL_INPUT, WIDTH / 2, "h");
  w->input[INPUTS - 1] = expr_binary(w->t, EXPR_CONCAT,
                                     expr_symbol(w->t, w->half),
                                     w->input[INPUTS - 1]);
}

static void end(world *w) {
  evaluator_free(w->eval);
  expr_table_free(w->t);
}

static unsigned pick(world *w, unsigned bound) {
  return (unsigned) random_below(&w->random, bound);
}

static expr side(world *w) {
  return pick(w, 4) ? w->input[pick(w, INPUTS)]
                    : expr_const(w->t, WIDTH, pick(w, VALUES));
}

static expr condition(world *w, unsigned depth) {
  const expr_op less = w->is_signed ? EXPR_SLT : EXPR_ULT;
  const expr_op below = w->is_signed ? EXPR_SLE : EXPR_ULE;
  switch (depth ? pick(w, 8) : pick(w, 4)) {
  case 0: return expr_binary(w->t, EXPR_EQ, side(w), side(w));
  case 1: case 2: return expr_binary(w->t, less, side(w), side(w));
  case 3: return expr_binary(w->t, below, side(w), side(w));
  case 4: return expr_not(w->t, condition(w, depth - 1));
  case 5: return expr_and(w->t, condition(w, depth - 1),
                          condition(w, depth - 1));
  case 6: return expr_or(w->t, condition(w, depth - 1),
                         condition(w, depth - 1));
  default: return expr_ite(w->t, condition(w, depth - 1),
                           condition(w, depth - 1), condition(w, depth - 1));
  }
}

static void assign(world *w, const unsigned *values) {
  for (unsigned k = 0; k < INPUTS; k++)
    evaluator_assign(w->eval, w->symbol[k],
                     k + 1 < INPUTS ? values[k] : values[k] & 3);
  evaluator_assign(w->eval, w->half, values[INPUTS - 1] >> WIDTH / 2);
}

static bool holds(world *w, const expr *all, uint32_t count,
                  const unsigned *values) {
  assign(w, values);
  for (uint32_t k = 0; k < count; k++)
    if (!evaluator_value(w->eval, all[k])) return false;
  return true;
}

static bool is_satisfiable(world *w, const expr *all, uint32_t count) {
  for (unsigned row = 0; row < VALUES * VALUES * VALUES; row++) {
    const unsigned values[INPUTS] = {
      row % VALUES, row / VALUES % VALUES, row / VALUES / VALUES};
    if (holds(w, all, count, values)) return true;
  }
  return false;
}

/* No two unknowns have a symbol in common. */
static bool are_apart(world *w, const differences *d) {
  varset all = {0};
  uint32_t sum = 0;
  for (uint32_t k = 1; k < d->count; k++) {
    const varset one = varset_of(w->t, d->terms[k]);
    all = varset_union(w->t, all, one);
    sum += varset_count(w->t, one);
  }
  return varset_count(w->t, all) == sum;
}

static bool found_hold(world *w, const differences *d, const expr *all,
                       uint32_t count) {
  unsigned values[INPUTS] = {0};
  for (uint32_t k = 1; k < d->count; k++) {
    const unsigned value = (unsigned) d->values[k] % VALUES;
    for (unsigned i = 0; i < INPUTS; i++)
      if (expr_same(d->terms[k], w->input[i])) values[i] = value;
    if (expr_same(d->terms[k], expr_symbol(w->t, w->symbol[INPUTS - 1])))
      values[INPUTS - 1] |= value & 3;
    if (expr_same(d->terms[k], expr_symbol(w->t, w->half)))
      values[INPUTS - 1] |= (value & 3) << WIDTH / 2;
  }
  return holds(w, all, count, values);
}

static void the_answer_is_that_of_all_values(uint64_t seed, unsigned *yes,
                                             unsigned *no) {
  enum { MOST = 12 };
  world w;
  begin(&w, seed);
  expr all[MOST];
  idmap shapes = {0};
  const uint32_t count = 1 + pick(&w, MOST);
  bool fits = true;             /* rewriting may take an input apart */
  for (uint32_t k = 0; k < count; k++) {
    all[k] = condition(&w, pick(&w, 4));
    fits &= (difference_shape_of(&shapes, w.t, all[k]) & DIFFERENCE_FITS) != 0;
  }
  idmap_release(&shapes);
  if (!fits) {
    end(&w);
    return;
  }
  differences d;
  const difference_answer a =
      differences_decide(&d, w.t, all, count, w.is_signed, 100000);
  const bool expected = is_satisfiable(&w, all, count);
  CHECK(a != DIFFERENCE_OPEN);
  CHECK(a == DIFFERENCE_YES || !expected);
  if (are_apart(&w, &d)) {
    CHECK(a == DIFFERENCE_NO || expected);
    CHECK(!expected || found_hold(&w, &d, all, count));
    ++*(expected ? yes : no);
  }
  /* With too few steps it may give up, and not err. */
  const difference_answer b = differences_decide(
      &d, w.t, all, count, w.is_signed, pick(&w, 40));
  CHECK(b == DIFFERENCE_OPEN || b == a);
  end(&w);
}

static void what_computes_does_not_fit(void) {
  world w;
  begin(&w, 1);
  idmap shapes = {0};
  const expr x = w.input[0], y = w.input[1];
  const expr sum = expr_binary(w.t, EXPR_ADD, x, y);
  const expr c = expr_binary(w.t, EXPR_ULT, sum, y);
  CHECK(!(difference_shape_of(&shapes, w.t, c) & DIFFERENCE_FITS));
  const expr both = expr_and(w.t, c, expr_binary(w.t, EXPR_ULT, x, y));
  CHECK(!(difference_shape_of(&shapes, w.t, both) & DIFFERENCE_FITS));
  idmap_release(&shapes);
  end(&w);
}

/* The low half of an input and the whole are not independent: the graph says
 * yes, and the chain still says no. */
static void shared_symbols_are_noticed(void) {
  world w;
  begin(&w, 1);
  solver *s = solver_new(w.t, NULL);
  const expr low = expr_symbol(w.t, w.symbol[INPUTS - 1]);
  const expr whole = w.input[INPUTS - 1];
  const expr all[2] = {
    expr_binary(w.t, EXPR_ULT, whole, expr_const(w.t, WIDTH, 2)),
    expr_binary(w.t, EXPR_ULT, expr_const(w.t, WIDTH / 2, 2), low)};
  CHECK(solver_check(s, all, 2) == ANSWER_UNSAT);
  solver_free(s);
  end(&w);
}

int main(void) {
  unsigned yes = 0, no = 0;
  for (uint64_t seed = 1; seed <= 2000; seed++)
    the_answer_is_that_of_all_values(seed, &yes, &no);
  CHECK(yes > 200 && no > 200);
  what_computes_does_not_fit();
  shared_symbols_are_noticed();
  return 0;
}
