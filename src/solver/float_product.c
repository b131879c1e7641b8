#include "solver/float_parts.h"

#include "solver/circuits.h"

#include <assert.h>

/* Products, with or without a sum. */

typedef struct product {
  int sign, nan, infinite, zero;
  word exponent, digits;        /* twice as many, the first of them set */
} product;

static word multiply(gates *g, const word *a, const word *b) {
  const unsigned width = a->width + b->width;
  const word x = word_unsigned(a, width), y = word_unsigned(b, width);
  word w = word_number(width, 0);
  circuit_multiply(g, x.bit, y.bit, width, w.bit);
  return w;
}

/* A digit to the left, if the first one is not set. */
static word lead(gates *g, const word *a, word *exponent) {
  assert(a->width > 1);
  const int first = a->bit[a->width - 1];
  const word zero = word_number(1, 0), kept = word_part(a, 0, a->width - 1);
  const word moved = word_join(&kept, &zero);
  const word minus = word_number(exponent->width, UINT64_MAX);
  const word less = word_add(g, exponent, &minus, GATE_FALSE);
  *exponent = word_mux(g, first, exponent, &less);
  return word_mux(g, first, a, &moved);
}

static product product_of(gates *g, const float_format *f, const int *a,
                          const int *b) {
  const float_parts x = float_normalised(g, f, a), y = float_normalised(g, f, b);
  product p;
  p.sign = gates_xor(g, x.sign, y.sign);
  p.infinite = gates_or(g, x.infinite, y.infinite);
  p.zero = gates_or(g, x.zero, y.zero);
  p.nan = gates_or(g, gates_or(g, x.nan, y.nan),
                   gates_and(g, p.infinite, p.zero));
  p.digits = multiply(g, &x.significand, &y.significand);
  /* The first of twice as many digits is worth one exponent more. */
  const word sum = word_add(g, &x.exponent, &y.exponent, GATE_TRUE);
  const word bias = word_number(sum.width, float_bias(f));
  p.exponent = word_subtract(g, &sum, &bias);
  p.digits = lead(g, &p.digits, &p.exponent);
  return p;
}

/* Is it the number 1 or -1? */
static bool is_one(const float_format *f, const int *bits) {
  for (unsigned i = 0; i < f->fraction; i++)
    if (bits[i] != GATE_FALSE) return false;
  for (unsigned i = 0; i < f->exponent; i++)
    if (bits[f->fraction + i] !=
        (float_bias(f) >> i & 1 ? GATE_TRUE : GATE_FALSE)) return false;
  return true;
}

/* Times 1 or -1.  Not of x87, which writes some numbers in two ways. */
static float_result same(gates *g, const float_format *f, const int *a, int sign) {
  const float_parts x = float_unpack(g, f, a);
  float_result r = {x.nan, word_from(a, float_width(f))};
  int *top = r.bits.bit + r.bits.width - 1;
  *top = gates_xor(g, *top, sign);
  return r;
}

float_result float_multiply(gates *g, const float_format *f, expr_rounding mode,
                            const int *a, const int *b) {
  const unsigned last = float_width(f) - 1;
  if (!f->has_one && is_one(f, a)) return same(g, f, b, a[last]);
  if (!f->has_one && is_one(f, b)) return same(g, f, a, b[last]);
  const product p = product_of(g, f, a, b);
  const word finite = float_round(g, f, mode, p.sign, &p.exponent, &p.digits);
  const word infinity = float_infinity(f, p.sign), zero = float_zero(f, p.sign);
  const word number = word_mux(g, p.zero, &zero, &finite);
  return (float_result) {p.nan, word_mux(g, p.infinite, &infinity, &number)};
}

/* The least exponent that there is room for, so that zero is the smaller one. */
static word or_least(gates *g, int is_zero, const word *exponent) {
  word least = word_number(exponent->width, 0);
  least.bit[least.width - 1] = GATE_TRUE;
  return word_mux(g, is_zero, &least, exponent);
}

float_result float_fma(gates *g, const float_format *f, expr_rounding mode,
                       const int *a, const int *b, const int *c) {
  const product p = product_of(g, f, a, b);
  const float_parts z = float_normalised(g, f, c);
  const unsigned digits = 2 * float_digits(f), width = p.exponent.width + 1;
  const int differ = gates_xor(g, p.sign, z.sign);
  float_result r;
  r.nan = gates_or(g, gates_or(g, p.nan, z.nan),
                   gates_and(g, gates_and(g, p.infinite, z.infinite), differ));
  const word pads = word_number(float_digits(f), 0);
  const word addend = word_join(&z.significand, &pads);
  /* Exponents as unsigned numbers, so that one comparison orders both. */
  const word pe = or_least(g, p.zero, &p.exponent);
  const word ze = or_least(g, z.zero, &z.exponent);
  word m = word_join(&pe, &p.digits), n = word_join(&ze, &addend);
  m.bit[m.width - 1] = -m.bit[m.width - 1];
  n.bit[n.width - 1] = -n.bit[n.width - 1];
  const word p_digits = word_and_bit(g, &p.digits, -p.zero);
  for (unsigned i = 0; i < digits; i++) m.bit[i] = p_digits.bit[i];
  const int swap = word_less(g, &m, &n);
  const word more = word_mux(g, swap, &n, &m), less = word_mux(g, swap, &m, &n);
  int sign = gates_mux(g, swap, z.sign, p.sign);
  const word big = word_part(&more, 0, digits), small = word_part(&less, 0, digits);
  word exponent = word_part(&more, digits, width - 1);
  const word lower = word_part(&less, digits, width - 1);
  const word by = word_subtract(g, &exponent, &lower);
  exponent.bit[width - 2] = -exponent.bit[width - 2];
  exponent = word_signed(&exponent, width);
  const word zeros = word_number(3, 0);
  const word small_wide = word_join(&small, &zeros);
  const word aligned = word_shift_sticky(g, &small_wide, &by);
  word added = word_unsigned(&aligned, digits + 4);
  for (unsigned i = 0; i < added.width; i++)
    added.bit[i] = gates_xor(g, added.bit[i], differ);
  const word big_wide = word_join(&big, &zeros);
  const word base = word_unsigned(&big_wide, digits + 4);
  const word sum = word_add(g, &base, &added, differ);
  const int is_zero = -word_any(g, &sum);
  word count;
  const word normal = word_normalise(g, &sum, &count);
  const word plus = word_add_bit(g, &exponent, GATE_TRUE);
  const word moved = word_unsigned(&count, width);
  const word final = word_subtract(g, &plus, &moved);
  sign = gates_mux(g, gates_and(g, is_zero, differ),
                   mode == ROUND_DOWN ? GATE_TRUE : GATE_FALSE, sign);
  const word rounded = float_round(g, f, mode, sign, &final, &normal);
  const word zero = float_zero(f, sign);
  const word finite = word_mux(g, is_zero, &zero, &rounded);
  const word infinity =
      float_infinity(f, gates_mux(g, p.infinite, p.sign, z.sign));
  r.bits = word_mux(g, gates_or(g, p.infinite, z.infinite), &infinity, &finite);
  return r;
}
