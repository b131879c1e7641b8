#include "base/random.h"
#include "expr/eval.h"
#include "solver/solver.h"
#include "test/check.h"

#include <string.h>

/*
 * Conditions on a quotient of two digits, against plain C over all digits.
 */
enum { ROUNDS = 300 };

static uint64_t bits_of(double d) {
  uint64_t bits;
  memcpy(&bits, &d, sizeof bits);
  return bits;
}

static bool holds(expr_op op, double a, double b) {
  return op == EXPR_FEQ ? a == b : op == EXPR_FLT ? a < b : a <= b;
}

/* (10 x + y) / divisor, and z too if there are three digits. */
static void digits_are_tried(uint64_t seed) {
  static const expr_op compares[] = {EXPR_FEQ, EXPR_FLT, EXPR_FLE};
  static const double divisors[] = {10, 4, -3, 0};
  random_source r = {seed};
  expr_table *t = expr_table_new();
  solver_options options = solver_defaults;
  options.z3 = options.floats = options.boxes = false;           /* whatever is left open would show */
  solver *s = solver_new(t, &options);
  const expr none = {0};
  const unsigned count = 2 + (unsigned) random_below(&r, 2);
  const double divisor = divisors[random_below(&r, 4)];
  const expr_op first = compares[random_below(&r, 3)];
  const expr_op second = compares[random_below(&r, 3)];
  const double low = (double) random_below(&r, 1200) / 10;
  const double high = low + (double) random_below(&r, 8) / 10;
  expr all[8], sum = expr_const(t, 32, 0), x[3];
  uint32_t n = 0;
  for (unsigned k = 0; k < count; k++) {
    x[k] = expr_symbol(t, expr_new_symbol(t, SYMBOL_INPUT, 8, "digit"));
    all[n++] = expr_binary(t, EXPR_ULT, x[k], expr_const(t, 8, 10));
    sum = expr_binary(t, EXPR_ADD,
                      expr_binary(t, EXPR_MUL, sum, expr_const(t, 32, 10)),
                      expr_zext(t, x[k], 32));
  }
#define FLOAT(OP, WIDTH, A, B) \
  expr_float(t, OP, WIDTH, ROUND_NEAREST_EVEN, A, B, none)
  const expr quotient =
      FLOAT(EXPR_FDIV, 64, FLOAT(EXPR_UTOF, 64, sum, none),
            expr_const(t, 64, bits_of(divisor)));
  all[n++] = FLOAT(first, 1, expr_const(t, 64, bits_of(low)), quotient);
  all[n++] = FLOAT(second, 1, quotient, expr_const(t, 64, bits_of(high)));
#undef FLOAT
  bool expected = false;
  for (unsigned v = 0; v < (count == 2 ? 100 : 1000); v++)
    expected |= holds(first, low, v / divisor) &&
                holds(second, v / divisor, high);
  const answer a = solver_check(s, all, n);
  CHECK(a == (expected ? ANSWER_SAT : ANSWER_UNSAT));
  if (a == ANSWER_SAT) {
    double v = 0;
    for (unsigned k = 0; k < count; k++)
      v = 10 * v + (double) solver_model_value(s, x[k]);
    CHECK(holds(first, low, v / divisor) && holds(second, v / divisor, high));
  }
  solver_free(s);
  expr_table_free(t);
}

static void more_bytes_than_can_be_tried_are_left_open(void) {
  expr_table *t = expr_table_new();
  solver_options options = solver_defaults;
  options.z3 = options.floats = options.boxes = false;
  solver *s = solver_new(t, &options);
  const expr none = {0};
  expr word = expr_symbol(t, expr_new_symbol(t, SYMBOL_INPUT, 8, "byte"));
  for (unsigned k = 1; k < 8; k++)
    word = expr_concat(
        t, word, expr_symbol(t, expr_new_symbol(t, SYMBOL_INPUT, 8, "byte")));
  const expr root = expr_float(t, EXPR_FSQRT, 64, ROUND_NEAREST_EVEN, word,
                               none, none);
  const expr two = expr_float(t, EXPR_FEQ, 1, ROUND_NEAREST_EVEN, root,
                              expr_const(t, 64, bits_of(2)), none);
  CHECK(solver_check(s, &two, 1) == ANSWER_UNKNOWN);
  solver_free(s);
  expr_table_free(t);
}

int main(void) {
  for (uint64_t seed = 1; seed <= ROUNDS; seed++) digits_are_tried(seed);
  more_bytes_than_can_be_tried_are_left_open();
}
