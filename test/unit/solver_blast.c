#include "expr/eval.h"
#include "solver/blast.h"
#include "solver/solver.h"
#include "test/check.h"
#include "test/unit/solver_random.h"

#include <stdlib.h>

#ifdef HOSTILE
enum { ROUNDS = 20, EXHAUSTIVE_WIDTH = 2 };
#else
enum { ROUNDS = 400, EXHAUSTIVE_WIDTH = 4 };
#endif

/* What each operator is worth, in plain C. */
static uint64_t apply(expr_op op, unsigned width, uint64_t a, uint64_t b) {
  const uint64_t mask = bits_mask(width);
  const int64_t x = bits_signed(a, width), y = bits_signed(b, width);
  switch ((int) op) {
  case EXPR_ADD: return (a + b) & mask;
  case EXPR_SUB: return (a - b) & mask;
  case EXPR_MUL: return a * b & mask;
  case EXPR_UDIV: return b ? a / b : mask;
  case EXPR_UREM: return b ? a % b : a;
  case EXPR_SDIV: return (uint64_t) (y ? x / y : x < 0 ? 1 : -1) & mask;
  case EXPR_SREM: return (uint64_t) (y ? x % y : x) & mask;
  case EXPR_AND: return a & b;
  case EXPR_OR: return a | b;
  case EXPR_XOR: return a ^ b;
  case EXPR_SHL: return b >= width ? 0 : a << b & mask;
  case EXPR_LSHR: return b >= width ? 0 : a >> b;
  case EXPR_ASHR: return (uint64_t) (x >> (b >= width ? 63 : b)) & mask;
  case EXPR_EQ: return a == b;
  case EXPR_ULT: return a < b;
  case EXPR_ULE: return a <= b;
  case EXPR_SLT: return x < y;
  case EXPR_SLE: return x <= y;
  }
  fatal("no such operator");
}

static void force(const blaster *b, expr e, const uint64_t *limbs,
                  unsigned width) {
  const int *bits = blaster_bits(b, e);
  for (unsigned i = 0; bits && i < width; i++)
    b->gates.api->assume(b->gates.sat,
                         limbs[i / 64] >> i % 64 & 1 ? bits[i] : -bits[i]);
}

static bool has_value(const blaster *b, expr e, const uint64_t *limbs,
                      unsigned width) {
  const int *bits = blaster_bits(b, e);
  for (unsigned i = 0; i < width; i++)
    if (b->gates.api->value(b->gates.sat, bits[i]) !=
        (limbs[i / 64] >> i % 64 & 1)) return false;
  return true;
}

/* All values of both operands, and each operand also as a constant. */
static void operators_are_exact_at_small_widths(const sat_table *api) {
  static const expr_op ops[] = {
    EXPR_ADD, EXPR_SUB, EXPR_MUL, EXPR_UDIV, EXPR_UREM, EXPR_SDIV, EXPR_SREM,
    EXPR_AND, EXPR_OR, EXPR_XOR, EXPR_SHL, EXPR_LSHR, EXPR_ASHR, EXPR_EQ,
    EXPR_ULT, EXPR_ULE, EXPR_SLT, EXPR_SLE,
  };
  for (unsigned width = 1; width <= EXHAUSTIVE_WIDTH; width++) {
    expr_table *t = expr_table_new();
    expr_set_rewriting(t, false);
    blaster b;
    blaster_init(&b, t, api, NULL);
    const expr x = expr_symbol(t, expr_new_symbol(t, SYMBOL_INPUT, width, "x"));
    const expr y = expr_symbol(t, expr_new_symbol(t, SYMBOL_INPUT, width, "y"));
    for (unsigned i = 0; i < sizeof ops / sizeof *ops; i++)
      for (uint64_t v = 0; v < 1u << width; v++)
        for (uint64_t w = 0; w < 1u << width; w++) {
          const expr both = expr_binary(t, ops[i], x, y);
          const expr left = expr_binary(t, ops[i], expr_const(t, width, v), y);
          const expr right = expr_binary(t, ops[i], x, expr_const(t, width, w));
          CHECK(blaster_add(&b, both, 0) && blaster_add(&b, left, 0) &&
                blaster_add(&b, right, 0) && blaster_add(&b, x, 0) &&
                blaster_add(&b, y, 0));
          force(&b, x, &v, width);
          force(&b, y, &w, width);
          CHECK(api->solve(b.gates.sat, (sat_limits) {0}) == SAT_YES);
          const uint64_t want = apply(ops[i], width, v, w);
          const unsigned out = expr_width(t, both);
          CHECK(has_value(&b, both, &want, out));
          CHECK(has_value(&b, left, &want, out));
          CHECK(has_value(&b, right, &want, out));
        }
    blaster_release(&b);
    expr_table_free(t);
  }
}

/* With the symbols forced to random values a term can only have the value that
 * evaluation gives it. */
static void random_terms_have_the_value_of_evaluation(const sat_table *api,
                                                      uint64_t seed) {
  expr_table *t = expr_table_new();
  expr_set_rewriting(t, seed % 2);
  evaluator *eval = evaluator_new(t);
  blaster b;
  blaster_init(&b, t, api, NULL);
  enum { SYMBOLS = 3 };
  uint32_t symbols[SYMBOLS];
  term_source s = {t, {seed}, symbols, SYMBOLS};
  const unsigned width = 1 + (unsigned) (seed % 65);
  for (unsigned i = 0; i < SYMBOLS; i++)
    symbols[i] = expr_new_symbol(t, SYMBOL_INPUT, 1 + pick(&s, width), "x");
  const expr e = random_term(&s, width, 4);
  CHECK(blaster_add(&b, e, 0));
  for (unsigned round = 0; round < 3; round++) {
    for (unsigned i = 0; i < SYMBOLS; i++) {
      const uint64_t value[2] = {random_next(&s.random),
                                 random_next(&s.random)};
      evaluator_assign_wide(eval, symbols[i], value);
      force(&b, expr_symbol(t, symbols[i]), value,
            expr_symbol_width(t, symbols[i]));
    }
    uint64_t want[EXPR_MAX_LIMBS];
    evaluator_limbs(eval, e, want);
    CHECK(api->solve(b.gates.sat, (sat_limits) {0}) == SAT_YES);
    CHECK(has_value(&b, e, want, width));
  }
  blaster_release(&b);
  evaluator_free(eval);
  expr_table_free(t);
}

/* Free symbols: satisfiable here if and only if by Z3; the validating link
 * compares, and evaluates the model. */
static void random_queries_agree_with_z3(uint64_t seed) {
  expr_table *t = expr_table_new();
  expr_set_rewriting(t, seed % 2);
  solver_options o = {.sat = true, .check = true, .max_conflicts = 2000,
                      .max_query_ms = 300};
  solver *s = solver_new(t, &o);
  uint32_t symbols[2];
  term_source source = {t, {seed}, symbols, 2};
  const unsigned width = 1 + (unsigned) (seed % 9);
  for (unsigned i = 0; i < 2; i++)
    symbols[i] = expr_new_symbol(t, SYMBOL_INPUT, width, "x");
  const expr both[] = {
    expr_eq(t, random_term(&source, width, 3), random_term(&source, width, 3)),
    expr_binary(t, EXPR_ULT, random_term(&source, width, 3),
                random_term(&source, width, 3)),
  };
  solver_check(s, both, 2);
  solver_check(s, both, 1);
  solver_free(s);
  expr_table_free(t);
}

static void too_many_gates_are_refused_and_the_rest_stays_sound(void) {
  expr_table *t = expr_table_new();
  blaster b;
  blaster_init(&b, t, &sat_cadical, NULL);
  const expr x = expr_symbol(t, expr_new_symbol(t, SYMBOL_INPUT, 64, "x"));
  const expr y = expr_symbol(t, expr_new_symbol(t, SYMBOL_INPUT, 64, "y"));
  const expr product = expr_binary(t, EXPR_MUL, x, y);
  CHECK(!blaster_add(&b, product, 1000));
  CHECK(!blaster_bits(&b, product));
  CHECK(blaster_add(&b, product, 0));
  const uint64_t v = 123456789123, w = 987654321987, want = v * w;
  force(&b, x, &v, 64);
  force(&b, y, &w, 64);
  CHECK(sat_cadical.solve(b.gates.sat, (sat_limits) {0}) == SAT_YES);
  CHECK(has_value(&b, product, &want, 64));
  blaster_release(&b);
  expr_table_free(t);
}

int main(void) {
  operators_are_exact_at_small_widths(&sat_light);
  for (uint64_t seed = 1; seed <= ROUNDS; seed++) {
    random_terms_have_the_value_of_evaluation(&sat_light, seed);
    random_terms_have_the_value_of_evaluation(&sat_cadical, seed);
  }
  for (uint64_t seed = 1; seed <= ROUNDS; seed++)
    random_queries_agree_with_z3(seed);
  too_many_gates_are_refused_and_the_rest_stays_sound();
  return 0;
}
