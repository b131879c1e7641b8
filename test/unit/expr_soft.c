#include "base/limits.h"
#include "base/random.h"
#include "expr/eval.h"
#include "expr/soft.h"
#include "test/check.h"

#include <stdlib.h>

/*
 * Floats as terms over bit-vectors.  Each operator is built once, of symbols and with
 * a symbol for the rounding mode, and evaluated: at small formats for all operands, at
 * larger ones for random ones.  What is expected is what the same operation gives of numbers,
 * of which every term folds; solver_float_circuits.c compares that with exact fractions.
 */

typedef struct built {
  expr_table *t;
  evaluator *values;
  soft_format f, to;
  unsigned width, integer;      /* bits of an integer */
  uint32_t mode, symbol[3], number;
  expr sum, difference, product, fused, quotient, root, rest, integral;
  expr equal, less, at_most, is_number;
  expr converted, of_signed, of_unsigned, to_signed, to_unsigned;
  expr fits_signed, fits_unsigned;
} built;

static built build(expr_table *t, soft_format f, soft_format to, unsigned integer) {
  built b = {.t = t, .values = evaluator_new(t), .f = f, .to = to,
             .width = soft_width(f), .integer = integer};
  b.mode = expr_new_symbol(t, SYMBOL_INPUT, 3, "mode");
  b.number = expr_new_symbol(t, SYMBOL_INPUT, integer, "number");
  for (unsigned i = 0; i < 3; i++)
    b.symbol[i] = expr_new_symbol(t, SYMBOL_INPUT, b.width, "operand");
  const expr m = expr_symbol(t, b.mode), n = expr_symbol(t, b.number);
  const expr x = expr_symbol(t, b.symbol[0]), y = expr_symbol(t, b.symbol[1]);
  b.sum = soft_value(t, f, soft_add(t, f, m, x, y, false));
  b.difference = soft_value(t, f, soft_add(t, f, m, x, y, true));
  b.product = soft_value(t, f, soft_multiply(t, f, m, x, y));
  b.fused = soft_value(t, f, soft_fma(t, f, m, x, y, expr_symbol(t, b.symbol[2])));
  b.quotient = soft_value(t, f, soft_divide(t, f, m, x, y));
  b.root = soft_value(t, f, soft_root(t, f, m, x));
  if (f.exponent <= 8) b.rest = soft_value(t, f, soft_remainder(t, f, x, y));
  b.integral = soft_value(t, f, soft_integral(t, f, m, x));
  b.equal = soft_equal(t, f, x, y);
  b.less = soft_less(t, f, x, y, false);
  b.at_most = soft_less(t, f, x, y, true);
  b.is_number = soft_is_number(t, f, x);
  b.converted = soft_value(t, to, soft_convert(t, f, to, m, x));
  b.of_signed = soft_value(t, f, soft_of_integer(t, f, m, n, true));
  b.of_unsigned = soft_value(t, f, soft_of_integer(t, f, m, n, false));
  b.to_signed = soft_to_integer(t, f, m, x, integer, true, &b.fits_signed);
  b.to_unsigned = soft_to_integer(t, f, m, x, integer, false, &b.fits_unsigned);
  return b;
}

static uint64_t number_of(const built *b, expr e) {
  uint64_t bits;
  CHECK(expr_value(b->t, e, &bits));
  return bits;
}

static void agree(const built *b, expr e, soft_format f, soft_result want) {
  const uint64_t bits = evaluator_value(b->values, e);
  const uint64_t fraction = bits & bits_mask(f.fraction);
  const bool nan = fraction &&
                   (bits >> f.fraction & bits_mask(f.exponent)) == bits_mask(f.exponent);
  CHECK(nan == number_of(b, want.nan));
  CHECK(nan || bits == number_of(b, want.bits));
}

static void check_truth(const built *b, expr e, expr want) {
  CHECK(evaluator_value(b->values, e) == number_of(b, want));
}

/* By a format in which the number and what it is rounded to are numbers. */
static void to_integers(const built *b, expr mode, expr u) {
  expr_table *t = b->t;
  const soft_format large = {b->f.exponent + 3, b->f.fraction};
  const soft_result same = soft_convert(t, b->f, large, mode, u);
  if (number_of(b, same.nan)) {
    check_truth(b, b->fits_signed, expr_false(t));
    check_truth(b, b->fits_unsigned, expr_false(t));
    return;
  }
  const soft_result whole = soft_integral(t, large, mode, same.bits);
  for (unsigned is_signed = 0; is_signed < 2; is_signed++) {
    expr fits;
    const expr want = soft_to_integer(t, large, expr_const(t, 3, ROUND_ZERO), whole.bits,
                                      b->integer, is_signed, &fits);
    check_truth(b, is_signed ? b->fits_signed : b->fits_unsigned, fits);
    if (number_of(b, fits))
      CHECK(evaluator_value(b->values, is_signed ? b->to_signed : b->to_unsigned) ==
            number_of(b, want));
  }
}

static void compare(const built *b, expr_rounding rounding, const uint64_t bits[3],
                    uint64_t number) {
  expr_table *t = b->t;
  const soft_format f = b->f;
  const expr mode = expr_const(t, 3, rounding), n = expr_const(t, b->integer, number);
  const expr u = expr_const(t, b->width, bits[0]), v = expr_const(t, b->width, bits[1]);
  const expr w = expr_const(t, b->width, bits[2]);
  evaluator_assign(b->values, b->mode, rounding);
  evaluator_assign(b->values, b->number, number);
  for (unsigned i = 0; i < 3; i++) evaluator_assign(b->values, b->symbol[i], bits[i]);
  agree(b, b->sum, f, soft_add(t, f, mode, u, v, false));
  agree(b, b->difference, f, soft_add(t, f, mode, u, v, true));
  agree(b, b->product, f, soft_multiply(t, f, mode, u, v));
  agree(b, b->fused, f, soft_fma(t, f, mode, u, v, w));
  agree(b, b->quotient, f, soft_divide(t, f, mode, u, v));
  agree(b, b->root, f, soft_root(t, f, mode, u));
  if (b->rest.id) agree(b, b->rest, f, soft_remainder(t, f, u, v));
  agree(b, b->integral, f, soft_integral(t, f, mode, u));
  agree(b, b->converted, b->to, soft_convert(t, f, b->to, mode, u));
  agree(b, b->of_signed, f, soft_of_integer(t, f, mode, n, true));
  agree(b, b->of_unsigned, f, soft_of_integer(t, f, mode, n, false));
  check_truth(b, b->equal, soft_equal(t, f, u, v));
  check_truth(b, b->less, soft_less(t, f, u, v, false));
  check_truth(b, b->at_most, soft_less(t, f, u, v, true));
  check_truth(b, b->is_number, soft_equal(t, f, u, u));
  to_integers(b, mode, u);
}

static void all_operands(soft_format f, soft_format to, unsigned integer,
                         unsigned step) {
  expr_table *t = expr_table_new();
  const built b = build(t, f, to, integer);
  random_source random = {7};
  const uint64_t count = UINT64_C(1) << b.width;
  for (uint64_t x = 0; x < count; x++)
    for (uint64_t y = x % step; y < count; y += step)
      for (unsigned m = 0; m < 5; m++)
        compare(&b, (expr_rounding) m,
                (uint64_t[]) {x, y, random_below(&random, count)},
                random_next(&random) & bits_mask(integer));
  evaluator_free(b.values);
  expr_table_free(t);
}

/* Bits that are often all the same, so that ends of the range are met. */
static uint64_t draw(random_source *random, soft_format f) {
  uint64_t bits = random_next(random);
  const uint64_t exponents = bits_mask(f.exponent) << f.fraction;
  switch (random_below(random, 6)) {
  case 0: bits |= exponents; break;
  case 1: bits &= ~exponents; break;
  case 2: bits &= ~bits_mask(f.fraction); break;
  case 3: bits |= bits_mask(f.fraction); break;
  case 4: bits = (bits & ~exponents) |
                 ((bits_mask(f.exponent - 1) + random_below(random, 5) - 2) << f.fraction &
                  exponents);
  }
  return bits & bits_mask(soft_width(f));
}

static void random_operands(soft_format f, soft_format to, unsigned integer,
                            unsigned rounds, uint64_t seed) {
  expr_table *t = expr_table_new();
  const built b = build(t, f, to, integer);
  random_source random = {seed};
  for (unsigned i = 0; i < rounds; i++)
    compare(&b, (expr_rounding) random_below(&random, 5),
            (uint64_t[]) {draw(&random, f), draw(&random, f), draw(&random, f)},
            random_next(&random) >> random_below(&random, 64) & bits_mask(integer));
  evaluator_free(b.values);
  expr_table_free(t);
}

/* With an argument all pairs, and that as a seed. */
/* Each digit's rest is made once: beside a root so far, nothing grows with the square. */
static void long_floats_take_few_terms(void) {
  expr_table *t = expr_table_new();
  const soft_format f = {12, 387};
  const expr mode = expr_const(t, 3, ROUND_NEAREST_EVEN);
  const expr x = expr_symbol(t, expr_new_symbol(t, SYMBOL_INPUT, 400, "x"));
  const expr y = expr_symbol(t, expr_new_symbol(t, SYMBOL_INPUT, 400, "y"));
  uint64_t before = expr_made(t);
  (void) soft_divide(t, f, mode, x, y);
  CHECK(expr_made(t) - before < 20000);
  before = expr_made(t);
  (void) soft_root(t, f, mode, x);
  CHECK(LIMITS_ARE_HOSTILE || expr_made(t) - before < 250000);       /* with a memo */
  expr_table_free(t);
}

int main(int argc, char **argv) {
  long_floats_take_few_terms();
#ifdef HOSTILE
  const unsigned rounds = 5, step = 37;
#else
  const unsigned rounds = argc > 1 ? 3000 : 150, step = argc > 1 ? 1 : 7;
#endif
  const uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 3;
  all_operands((soft_format) {2, 1}, (soft_format) {3, 2}, 3, 1);
  all_operands((soft_format) {2, 2}, (soft_format) {2, 1}, 4, 1);
  all_operands((soft_format) {3, 1}, (soft_format) {2, 5}, 1, 1);
  all_operands((soft_format) {2, 4}, (soft_format) {3, 1}, 5, step);
  all_operands((soft_format) {3, 4}, (soft_format) {2, 2}, 8, 4 * step);
  all_operands((soft_format) {4, 3}, (soft_format) {8, 23}, 7, 4 * step);
  random_operands((soft_format) {4, 11}, (soft_format) {13, 2}, 17, rounds, seed);
  random_operands((soft_format) {13, 2}, (soft_format) {3, 4}, 32, rounds, seed + 1);
  random_operands((soft_format) {2, 20}, (soft_format) {5, 10}, 9, rounds, seed + 2);
  random_operands((soft_format) {8, 23}, (soft_format) {11, 52}, 64, rounds, seed + 3);
  random_operands((soft_format) {11, 44}, (soft_format) {8, 23}, 64, rounds, seed + 4);
  random_operands((soft_format) {15, 40}, (soft_format) {4, 9}, 33, rounds, seed + 5);
  return 0;
}
