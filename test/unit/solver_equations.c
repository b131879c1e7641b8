/*
 * Random conjunctions that say what symbols are, and other things of them, beside all values
 * of the symbols; models are evaluated on the conjunction as it was asked.
 */
enum { SYMBOLS = 5, ROW_BITS = 2 };

#include "test/unit/solver_rows.h"

static expr input(world *w) { return expr_symbol(w->t, w->symbol[pick(w, SYMBOLS)]); }

static expr term(world *w, unsigned depth) {
  static const expr_op ops[] = {EXPR_ADD, EXPR_SUB, EXPR_MUL, EXPR_AND, EXPR_XOR,
                                EXPR_UDIV, EXPR_SHL};
  if (!depth && pick(w, 4)) return input(w);
  if (!depth) return expr_const(w->t, ROW_BITS, pick(w, 1 << ROW_BITS));
  const expr a = term(w, depth - 1), b = term(w, pick(w, depth));
  if (!pick(w, 5)) return expr_ite(w->t, expr_eq(w->t, a, input(w)), b, input(w));
  return expr_binary(w->t, ops[pick(w, sizeof ops / sizeof *ops)], a, b);
}

static expr condition(world *w) {
  const expr bit = expr_extract(w->t, input(w), pick(w, ROW_BITS), 1);
  switch (pick(w, 6)) {
  case 0: return bit;
  case 1: return expr_not(w->t, expr_binary(w->t, EXPR_XOR, bit,
                                            expr_eq(w->t, input(w), term(w, 1))));
  case 2: return expr_binary(w->t, EXPR_ULT, term(w, 2), term(w, 1));
  case 3: return expr_eq(w->t, expr_binary(w->t, EXPR_ADD, input(w), term(w, 1)),
                         term(w, 1));
  case 4: return expr_and(w->t, expr_eq(w->t, input(w), term(w, 2)), condition(w));
  default: return expr_eq(w->t, input(w), term(w, 2));
  }
}

static void answers_are_those_of_all_values(uint64_t seed, unsigned *possible) {
  world w = world_begin(seed);
  solver_options o = solver_defaults;
  o.equations = true;
  solver *s = solver_new(w.t, &o);
  for (unsigned n = 0; n < 8; n++) {
    expr all[6];
    const unsigned count = 1 + pick(&w, 6);
    for (unsigned k = 0; k < count; k++) all[k] = condition(&w);
    *possible += check_by_rows(&w, s, all, count);
  }
  solver_free(s);
  world_end(&w);
}

/* A machine of STEPS steps with wide products: with its first state given all is a number,
 * so nothing is left to be asked. */
static void what_follows_from_numbers_is_not_asked(void) {
  enum { STEPS = 40, WIDE = 100 };
  expr_table *t = expr_table_new();
  solver_options o = solver_defaults;
  o.equations = true;
  o.max_conflicts = 100;
  o.z3 = o.products = false;
  solver *s = solver_new(t, &o);
  expr all[STEPS + 2], x[STEPS + 1];
  for (unsigned k = 0; k <= STEPS; k++)
    x[k] = expr_symbol(t, expr_new_symbol(t, SYMBOL_INPUT, WIDE, "x"));
  for (unsigned k = 0; k < STEPS; k++)
    all[STEPS - 1 - k] =
        expr_eq(t, x[k + 1], expr_binary(t, EXPR_ADD, expr_binary(t, EXPR_MUL, x[k], x[k]),
                                         expr_const(t, WIDE, k)));
  all[STEPS] = expr_eq(t, x[0], expr_const(t, WIDE, 3));
  CHECK(solver_check(s, all, STEPS + 1) == ANSWER_SAT);
  CHECK(solver_model_value(s, x[1]) == 9 && solver_model_value(s, x[2]) == 82);
  const uint64_t last = solver_model_value(s, x[STEPS]) & 1;
  for (unsigned bit = 0; bit < 2; bit++) {
    all[STEPS + 1] = expr_eq(t, expr_extract(t, x[STEPS], 0, 1), expr_const(t, 1, bit));
    CHECK(solver_check(s, all, STEPS + 2) == (bit == last ? ANSWER_SAT : ANSWER_UNSAT));
  }
  CHECK(!solver_get_stats(s)->by_sat);
  solver_free(s);
  expr_table_free(t);
}

int main(void) {
  unsigned possible = 0;
  for (uint64_t seed = 1; seed <= 1500; seed++)
    answers_are_those_of_all_values(seed, &possible);
  printf("%u of 12000 are possible\n", possible);
  CHECK(possible > 1000 && possible < 11000);
  what_follows_from_numbers_is_not_asked();
}
