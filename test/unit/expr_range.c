#include "base/random.h"
#include "expr/range.h"
#include "test/check.h"
#include "test/unit/expr_reference.h"

#include <stdio.h>

#ifdef HOSTILE
enum { ROUNDS = 300, TERMS = 60, EXHAUSTIVE = 0 };
#else
enum { ROUNDS = 4000, TERMS = 100, EXHAUSTIVE = 1 };
#endif

static void must_hold(expr_table *t, expr e, uint64_t value) {
  const range r = range_of(t, e);
  const uint64_t mask = reference_mask(expr_width(t, e));
  if (r.low <= value && value <= r.high && !(value & r.zeros) &&
      (value & r.ones) == r.ones && r.high <= mask && !(r.zeros & ~mask) &&
      !(r.zeros & r.ones))
    return;
  expr_print(t, e, stderr);
  fatal(": %lu is not within %lu..%lu, zeros %lx, ones %lx", value, r.low,
        r.high, r.zeros, r.ones);
}

/* Without the rewriter all operators stay; the values are those of a random
 * assignment.  Symbols are also bounded through masks and sums, so that the
 * operands of later terms have interesting ranges. */
static void ranges_contain_random_values(uint64_t seed) {
  enum { ASSIGNMENTS = 16 };
  static expr term[TERMS];
  static unsigned width[TERMS];
  static uint64_t want[TERMS][ASSIGNMENTS];
  random_source r = {seed};
  expr_table *t = expr_table_new();
  expr_set_rewriting(t, seed % 4 == 0);
  const unsigned w = seed % 2 ? 1 + (unsigned) random_below(&r, 5)
                              : 1 + (unsigned) random_below(&r, 64);
  const unsigned max = seed % 2 ? 8 : 64;
  unsigned count = 0;
  while (count < TERMS) {
    const bool symbol = count < 3;
    if (symbol || random_below(&r, 5) == 0) {
      width[count] = count == 2 ? 1 : w;
      const uint64_t mask = reference_mask(width[count]);
      const uint64_t value = random_next(&r) >> random_below(&r, 64) & mask;
      term[count] = symbol
          ? expr_symbol(t, expr_new_symbol(t, SYMBOL_INPUT, width[count], "x"))
          : expr_const(t, width[count], value);
      for (unsigned a = 0; a < ASSIGNMENTS; a++)
        want[count][a] =
            symbol ? (random_next(&r) >> random_below(&r, 64)) & mask : value;
      count++;
      continue;
    }
    reference_step s;
    if (!reference_draw(&r, width, count, max, &s)) continue;
    term[count] = reference_build(t, &s, term);
    width[count] = s.width;
    for (unsigned a = 0; a < ASSIGNMENTS; a++) {
      want[count][a] = reference_apply(s.op, s.width, s.from, s.imm,
                                       want[s.arg[0]][a], want[s.arg[1]][a],
                                       want[s.arg[2]][a]);
      must_hold(t, term[count], want[count][a]);
    }
    count++;
  }
  expr_table_free(t);
}

/* x & m + l has a known range; over all such ranges of two operands and each
 * operator, every value that occurs must be inside. */
static void every_operator_is_sound_at_three_bits(void) {
  static const expr_op ops[] = {
    EXPR_ADD, EXPR_SUB, EXPR_MUL, EXPR_UDIV, EXPR_SDIV, EXPR_UREM, EXPR_SREM,
    EXPR_AND, EXPR_OR, EXPR_XOR, EXPR_SHL, EXPR_LSHR, EXPR_ASHR, EXPR_CONCAT,
    EXPR_EQ, EXPR_ULT, EXPR_ULE, EXPR_SLT, EXPR_SLE,
  };
  expr_table *t = expr_table_new();
  expr_set_rewriting(t, false);
  const expr x = expr_symbol(t, expr_new_symbol(t, SYMBOL_INPUT, 3, "x"));
  const expr y = expr_symbol(t, expr_new_symbol(t, SYMBOL_INPUT, 3, "y"));
  for (unsigned shape = 0; shape < 8 * 8 * 8 * 8; shape++) {
    const uint64_t k = shape & 7, l = shape >> 3 & 7, m = shape >> 6 & 7,
                   n = shape >> 9 & 7;
    const expr a = expr_or(t, expr_and(t, x, expr_const(t, 3, k)),
                           expr_const(t, 3, l));
    const expr b = expr_binary(t, EXPR_ADD,
                               expr_and(t, y, expr_const(t, 3, m)),
                               expr_const(t, 3, n));
    for (unsigned i = 0; i < sizeof ops / sizeof *ops; i++) {
      const unsigned width = ops[i] >= EXPR_EQ ? 1
                             : ops[i] == EXPR_CONCAT ? 6 : 3;
      const expr e = expr_binary(t, ops[i], a, b);
      for (uint64_t u = 0; u < 8; u++)
        for (uint64_t v = 0; v < 8; v++)
          must_hold(t, e, reference_apply(ops[i], width, 3, 0, (u & k) | l,
                                          ((v & m) + n) & 7, 0));
    }
  }
  expr_table_free(t);
}

static void ranges_decide_simple_conditions(void) {
  expr_table *t = expr_table_new();
  const expr b = expr_symbol(t, expr_new_symbol(t, SYMBOL_INPUT, 8, "b"));
  const expr wide = expr_zext(t, b, 32);
  const expr sum = expr_binary(t, EXPR_ADD, wide, expr_const(t, 32, 10));
  const range r = range_of(t, sum);
  CHECK(r.low == 10 && r.high == 265);
  const range far = range_of(t, expr_binary(t, EXPR_ULT, sum,
                                            expr_const(t, 32, 300)));
  CHECK(far.low == 1);
  const range scaled = range_of(t, expr_binary(t, EXPR_MUL, wide,
                                               expr_const(t, 32, 12)));
  CHECK(scaled.high == 255 * 12 && (scaled.zeros & 3) == 3);
  expr_table_free(t);
}

int main(void) {
  ranges_decide_simple_conditions();
  if (EXHAUSTIVE) every_operator_is_sound_at_three_bits();
  for (uint64_t seed = 1; seed <= ROUNDS; seed++)
    ranges_contain_random_values(seed);
}
