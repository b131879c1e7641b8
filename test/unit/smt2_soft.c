#include "base/limits.h"
#include "base/random.h"
#include "expr/eval.h"
#include "smt2/soft.h"
#include "solver/float_parts.h"
#include "test/check.h"

/*
 * Floats as terms over bit-vectors.  Each operator is built once, of symbols and with
 * a symbol for the rounding mode, and evaluated: at small formats for all operands, at
 * larger ones for random ones.  What is expected is what the circuits of
 * solver/float_parts.h give, which another test compares with exact fractions.
 */

enum { MOST = 64 };

typedef struct built {
  expr_table *t;
  evaluator *values;
  soft_format f, to;
  float_format circuit, circuit_to;
  unsigned width, integer;      /* bits of an integer */
  uint32_t mode, symbol[3], number;
  expr sum, difference, product, fused, quotient, root, rest, integral;
  expr equal, less, at_most, is_number;
  expr converted, of_signed, of_unsigned, to_signed, to_unsigned;
  expr fits_signed, fits_unsigned;
} built;

static built build(expr_table *t, soft_format f, soft_format to, unsigned integer) {
  built b = {.t = t, .values = evaluator_new(t), .f = f, .to = to,
             .circuit = {f.exponent, f.fraction, false},
             .circuit_to = {to.exponent, to.fraction, false},
             .width = soft_width(f), .integer = integer};
  b.mode = expr_new_symbol(t, SYMBOL_INPUT, 3, "mode");
  b.number = expr_new_symbol(t, SYMBOL_INPUT, integer, "number");
  for (unsigned i = 0; i < 3; i++)
    b.symbol[i] = expr_new_symbol(t, SYMBOL_INPUT, b.width, "operand");
  const expr m = expr_symbol(t, b.mode), n = expr_symbol(t, b.number);
  const expr x = expr_symbol(t, b.symbol[0]), y = expr_symbol(t, b.symbol[1]);
  b.sum = soft_add(t, f, m, x, y, false);
  b.difference = soft_add(t, f, m, x, y, true);
  b.product = soft_multiply(t, f, m, x, y);
  b.fused = soft_fma(t, f, m, x, y, expr_symbol(t, b.symbol[2]));
  b.quotient = soft_divide(t, f, m, x, y);
  b.root = soft_root(t, f, m, x);
  if (f.exponent <= 8) b.rest = soft_remainder(t, f, x, y);
  b.integral = soft_integral(t, f, m, x);
  b.equal = soft_equal(t, f, x, y);
  b.less = soft_less(t, f, x, y, false);
  b.at_most = soft_less(t, f, x, y, true);
  b.is_number = soft_is_number(t, f, x);
  b.converted = soft_convert(t, f, to, m, x);
  b.of_signed = soft_of_integer(t, f, m, n, true);
  b.of_unsigned = soft_of_integer(t, f, m, n, false);
  b.to_signed = soft_to_integer(t, f, m, x, integer, true, &b.fits_signed);
  b.to_unsigned = soft_to_integer(t, f, m, x, integer, false, &b.fits_unsigned);
  return b;
}

static void literals(uint64_t bits, unsigned width, int *out) {
  for (unsigned i = 0; i < width; i++)
    out[i] = bits >> i & 1 ? GATE_TRUE : GATE_FALSE;
}

static uint64_t number_of(const word *w) {
  uint64_t bits = 0;
  for (unsigned i = 0; i < w->width; i++)
    if (w->bit[i] == GATE_TRUE) bits |= UINT64_C(1) << i;
  return bits;
}

static void agree(const built *b, expr e, soft_format f, float_result want) {
  const uint64_t bits = evaluator_value(b->values, e);
  const uint64_t fraction = bits & bits_mask(f.fraction);
  const bool nan = fraction &&
                   (bits >> f.fraction & bits_mask(f.exponent)) == bits_mask(f.exponent);
  CHECK(nan == (want.nan == GATE_TRUE));
  CHECK(nan || bits == number_of(&want.bits));
}

static void check_truth(const built *b, expr e, int want) {
  CHECK(evaluator_value(b->values, e) == (want == GATE_TRUE));
}

/* By a format in which the number and what it is rounded to are numbers. */
static void to_integers(const built *b, gates *g, expr_rounding mode, const int *u) {
  const float_format large = {b->circuit.exponent + 3, b->circuit.fraction, false};
  const float_result same = float_convert(g, &b->circuit, &large, mode, u);
  if (same.nan == GATE_TRUE) {
    check_truth(b, b->fits_signed, GATE_FALSE);
    check_truth(b, b->fits_unsigned, GATE_FALSE);
    return;
  }
  const float_result whole = float_integral(g, &large, mode, same.bits.bit);
  for (unsigned is_signed = 0; is_signed < 2; is_signed++) {
    int fits;
    const word want = float_to_integer(g, &large, whole.bits.bit, b->integer, is_signed,
                                       &fits);
    check_truth(b, is_signed ? b->fits_signed : b->fits_unsigned, fits);
    if (fits == GATE_TRUE)
      CHECK(evaluator_value(b->values, is_signed ? b->to_signed : b->to_unsigned) ==
            number_of(&want));
  }
}

static void compare(const built *b, gates *g, expr_rounding mode, const uint64_t bits[3],
                    uint64_t number) {
  const float_format *f = &b->circuit;
  int u[MOST], v[MOST], w[MOST], n[MOST];
  literals(bits[0], b->width, u);
  literals(bits[1], b->width, v);
  literals(bits[2], b->width, w);
  literals(number, b->integer, n);
  evaluator_assign(b->values, b->mode, mode);
  evaluator_assign(b->values, b->number, number);
  for (unsigned i = 0; i < 3; i++) evaluator_assign(b->values, b->symbol[i], bits[i]);
  agree(b, b->sum, b->f, float_add(g, f, mode, u, v, false));
  agree(b, b->difference, b->f, float_add(g, f, mode, u, v, true));
  agree(b, b->product, b->f, float_multiply(g, f, mode, u, v));
  agree(b, b->fused, b->f, float_fma(g, f, mode, u, v, w));
  agree(b, b->quotient, b->f, float_divide(g, f, mode, u, v));
  agree(b, b->root, b->f, float_root(g, f, mode, u));
  if (b->rest.id) agree(b, b->rest, b->f, float_remainder(g, f, u, v));
  agree(b, b->integral, b->f, float_integral(g, f, mode, u));
  agree(b, b->converted, b->to, float_convert(g, f, &b->circuit_to, mode, u));
  agree(b, b->of_signed, b->f, float_of_integer(g, f, mode, n, b->integer, true));
  agree(b, b->of_unsigned, b->f, float_of_integer(g, f, mode, n, b->integer, false));
  check_truth(b, b->equal, float_equal(g, f, u, v));
  check_truth(b, b->less, float_less(g, f, u, v, false));
  check_truth(b, b->at_most, float_less(g, f, u, v, true));
  check_truth(b, b->is_number, float_equal(g, f, u, u));
  to_integers(b, g, mode, u);
}

static void all_operands(gates *g, soft_format f, soft_format to, unsigned integer,
                         unsigned step) {
  expr_table *t = expr_table_new();
  const built b = build(t, f, to, integer);
  random_source random = {7};
  const uint64_t count = UINT64_C(1) << b.width;
  for (uint64_t x = 0; x < count; x++)
    for (uint64_t y = x % step; y < count; y += step)
      for (unsigned m = 0; m < 5; m++)
        compare(&b, g, (expr_rounding) m,
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

static void random_operands(gates *g, soft_format f, soft_format to, unsigned integer,
                            unsigned rounds, uint64_t seed) {
  expr_table *t = expr_table_new();
  const built b = build(t, f, to, integer);
  random_source random = {seed};
  for (unsigned i = 0; i < rounds; i++)
    compare(&b, g, (expr_rounding) random_below(&random, 5),
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
  soft_divide(t, f, mode, x, y);
  CHECK(expr_made(t) - before < 20000);
  before = expr_made(t);
  soft_root(t, f, mode, x);
  CHECK(LIMITS_ARE_HOSTILE || expr_made(t) - before < 250000);       /* with a memo */
  expr_table_free(t);
}

int main(int argc, char **argv) {
  long_floats_take_few_terms();
  gates g;
  gates_init(&g, &sat_light, NULL);
#ifdef HOSTILE
  const unsigned rounds = 5, step = 37;
#else
  const unsigned rounds = argc > 1 ? 3000 : 150, step = argc > 1 ? 1 : 7;
#endif
  const uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 3;
  all_operands(&g, (soft_format) {2, 1}, (soft_format) {3, 2}, 3, 1);
  all_operands(&g, (soft_format) {2, 2}, (soft_format) {2, 1}, 4, 1);
  all_operands(&g, (soft_format) {3, 1}, (soft_format) {2, 5}, 1, 1);
  all_operands(&g, (soft_format) {2, 4}, (soft_format) {3, 1}, 5, step);
  all_operands(&g, (soft_format) {3, 4}, (soft_format) {2, 2}, 8, 4 * step);
  all_operands(&g, (soft_format) {4, 3}, (soft_format) {8, 23}, 7, 4 * step);
  random_operands(&g, (soft_format) {4, 11}, (soft_format) {13, 2}, 17, rounds, seed);
  random_operands(&g, (soft_format) {13, 2}, (soft_format) {3, 4}, 32, rounds, seed + 1);
  random_operands(&g, (soft_format) {2, 20}, (soft_format) {5, 10}, 9, rounds, seed + 2);
  random_operands(&g, (soft_format) {8, 23}, (soft_format) {11, 52}, 64, rounds, seed + 3);
  random_operands(&g, (soft_format) {11, 44}, (soft_format) {8, 23}, 64, rounds, seed + 4);
  random_operands(&g, (soft_format) {15, 40}, (soft_format) {4, 9}, 33, rounds, seed + 5);
  gates_release(&g);
  return 0;
}
