/*
 * Random conditions about products, quotients and remainders of three small inputs,
 * beside all values of them: what is said about products must hold of each.  The
 * operators are wide, so that the link looks at them; their operands are inputs
 * with zeros or signs before them.
 */
enum { SYMBOLS = 3, ROW_BITS = 4, WIDE = 16 };

#include "test/unit/solver_rows.h"

static expr number(world *w) {
  static const unsigned some[] = {0, 1, 2, 3, 7, 15, 16, 100, 225, 65535, 32768};
  return expr_const(w->t, WIDE, pick(w, 3) ? pick(w, 256)
                                           : some[pick(w, sizeof some / sizeof *some)]);
}

static expr input(world *w) {
  const expr e = expr_symbol(w->t, w->symbol[pick(w, SYMBOLS)]);
  return pick(w, 3) ? expr_zext(w->t, e, WIDE) : expr_sext(w->t, e, WIDE);
}

static expr term(world *w, unsigned depth) {
  static const expr_op ops[] = {EXPR_MUL, EXPR_MUL, EXPR_UDIV, EXPR_UREM, EXPR_SDIV,
                                EXPR_SREM, EXPR_ADD, EXPR_SUB};
  if (!depth || !pick(w, 4)) return pick(w, 5) ? input(w) : number(w);
  const expr a = term(w, depth - 1), b = term(w, depth - 1);
  const expr e = expr_binary(w->t, ops[pick(w, sizeof ops / sizeof *ops)], a, b);
  if (pick(w, 4)) return e;
  /* Some of its bits. */
  const unsigned width = 4 + pick(w, WIDE - 4);
  return expr_zext(w->t, expr_extract(w->t, e, 0, width), WIDE);
}

static expr condition(world *w) {
  static const expr_op ops[] = {EXPR_EQ, EXPR_ULT, EXPR_ULE, EXPR_SLT, EXPR_SLE};
  const expr a = term(w, 2), b = pick(w, 3) ? term(w, 2) : number(w);
  const expr e = expr_binary(w->t, ops[pick(w, 5)], a, b);
  return pick(w, 2) ? e : expr_not(w->t, e);
}

static void answers_are_those_of_all_values(uint64_t seed, solver_stats *sum,
                                            unsigned *refuted) {
  world w = world_begin(seed);
  const solver_options only = {.products = true, .sat = true};
  solver *s = solver_new(w.t, &only);
  for (unsigned n = 0; n < 8; n++) {
    expr all[4];
    const unsigned count = 1 + pick(&w, 4);
    for (unsigned k = 0; k < count; k++) all[k] = condition(&w);
    const uint64_t before = solver_get_stats(s)->by_product;
    const bool is_possible = check_by_rows(&w, s, all, count);
    *refuted += !is_possible && solver_get_stats(s)->by_product > before;
  }
  sum->by_product += solver_get_stats(s)->by_product;
  sum->by_sat += solver_get_stats(s)->by_sat;
  solver_free(s);
  world_end(&w);
}

/* The least number has no counterpart. */
static void the_largest_signed_product_is_possible(void) {
  expr_table *t = expr_table_new();
  const solver_options only = {.products = true, .sat = true};
  solver *s = solver_new(t, &only);
  expr x[2];
  for (unsigned k = 0; k < 2; k++)
    x[k] = expr_sext(t, expr_symbol(t, expr_new_symbol(t, SYMBOL_INPUT, ROW_BITS, "x")),
                     WIDE);
  const expr product = expr_binary(t, EXPR_MUL, x[0], x[1]);
  const expr most = expr_eq(t, product, expr_const(t, WIDE, 64));
  const expr beyond = expr_binary(t, EXPR_SLT, expr_const(t, WIDE, 64), product);
  CHECK(solver_check(s, &most, 1) == ANSWER_SAT);
  CHECK(solver_check(s, &beyond, 1) == ANSWER_UNSAT);
  solver_free(s);
  expr_table_free(t);
}

/* The test for overflow of a product by division, at 64 bits: no bits of products. */
static void overflow_is_decided_without_bits(void) {
  expr_table *t = expr_table_new();
  solver *s = solver_new(t, NULL);
  const expr a = expr_symbol(t, expr_new_symbol(t, SYMBOL_INPUT, 64, "a"));
  const expr b = expr_symbol(t, expr_new_symbol(t, SYMBOL_INPUT, 64, "b"));
  const expr zero = expr_const(t, 64, 0);
  const expr product = expr_binary(t, EXPR_MUL, a, b);
  const expr wide = expr_binary(t, EXPR_MUL, expr_zext(t, a, 128), expr_zext(t, b, 128));
  const expr all[] = {
    expr_ne(t, a, zero),
    expr_eq(t, expr_binary(t, EXPR_UDIV, product, a), b),
    expr_ne(t, wide, expr_zext(t, product, 128)),
  };
  CHECK(solver_check(s, all, 3) == ANSWER_UNSAT);
  CHECK(solver_get_stats(s)->by_product == 1 && !solver_get_stats(s)->by_z3);
  solver_free(s);
  expr_table_free(t);
}

int main(void) {
  solver_stats sum = {0};
  unsigned refuted = 0;
  for (uint64_t seed = 1; seed <= 250; seed++)
    answers_are_those_of_all_values(seed, &sum, &refuted);
  printf("%llu decided by facts, %u of them refuted, %llu by bits\n",
         (unsigned long long) sum.by_product, refuted, (unsigned long long) sum.by_sat);
  CHECK(refuted > 100 && sum.by_product > 400);
  the_largest_signed_product_is_possible();
  overflow_is_decided_without_bits();
}
