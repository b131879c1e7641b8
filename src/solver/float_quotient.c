#include "solver/float_parts.h"

#include <assert.h>

/* Quotients, square roots and remainders, digit by digit from the first. */

/* a - b if that is not negative, else a; *taken: it is not. */
static word reduce(gates *g, const word *a, const word *b, int *taken) {
  assert(a->width == b->width);
  const word less = word_subtract(g, a, b);
  *taken = -word_less(g, a, b);
  return word_mux(g, *taken, &less, a);
}

static word doubled(const word *a, int last) {
  assert(a->width);
  word kept = word_part(a, 0, a->width - 1);
  word bit = word_number(1, 0);
  bit.bit[0] = last;
  return word_join(&kept, &bit);
}

float_result float_divide(gates *g, const float_format *f, expr_rounding mode,
                          const int *a, const int *b) {
  const float_parts x = float_normalised(g, f, a), y = float_normalised(g, f, b);
  const int sign = gates_xor(g, x.sign, y.sign);
  const unsigned digits = float_digits(f);
  /* One digit before the point, so many that the result can be rounded even if
   * the first is zero, and one for what is left. */
  word quotient = word_number(digits + 3, 0);
  word rest = word_unsigned(&x.significand, digits + 1);
  const word divisor = word_unsigned(&y.significand, digits + 1);
  for (unsigned i = quotient.width; i-- > 1 && !g->is_full;) {
    const word left = reduce(g, &rest, &divisor, &quotient.bit[i]);
    rest = doubled(&left, GATE_FALSE);
  }
  quotient.bit[0] = word_any(g, &rest);
  const word wide_x = word_signed(&x.exponent, x.exponent.width + 1);
  const word wide_y = word_signed(&y.exponent, y.exponent.width + 1);
  const word difference = word_subtract(g, &wide_x, &wide_y);
  const word bias = word_number(difference.width, float_bias(f));
  const word exponent = word_add(g, &difference, &bias, GATE_FALSE);
  const word minus = word_number(exponent.width, UINT64_MAX);
  const word less = word_add(g, &exponent, &minus, GATE_FALSE);
  const int first = quotient.bit[quotient.width - 1];
  const word moved = doubled(&quotient, GATE_FALSE);
  const word normal = word_mux(g, first, &quotient, &moved);
  const word scale = word_mux(g, first, &exponent, &less);
  const word finite = float_round(g, f, mode, sign, &scale, &normal);
  const word infinity = float_infinity(f, sign), zero = float_zero(f, sign);
  const word small = word_mux(g, gates_or(g, x.zero, y.infinite), &zero, &finite);
  float_result r;
  r.nan = gates_or(g, gates_or(g, x.nan, y.nan),
                   gates_or(g, gates_and(g, x.zero, y.zero),
                            gates_and(g, x.infinite, y.infinite)));
  r.bits = word_mux(g, gates_or(g, x.infinite, y.zero), &infinity, &small);
  return r;
}

/*
 * root^2 <= significand * 2^n: each further digit of the root takes two of the
 * significand, and the remainder is at most twice the root.
 */
float_result float_root(gates *g, const float_format *f, expr_rounding mode,
                        const int *a) {
  const float_parts x = float_normalised(g, f, a);
  const unsigned digits = float_digits(f), steps = digits + 2;
  /* Of an odd exponent the significand is doubled, so that half of it is whole. */
  const word wide = word_signed(&x.exponent, x.exponent.width + 1);
  const word bias = word_number(wide.width, float_bias(f));
  const word plain = word_subtract(g, &wide, &bias);
  const int is_odd = plain.bit[0];
  /* Two digits before the point, then as many as it takes, then zeros. */
  word radicand = word_unsigned(&x.significand, digits + 1);
  const word twice = doubled(&radicand, GATE_FALSE);
  radicand = word_mux(g, is_odd, &twice, &radicand);
  word root = word_number(steps, 0);
  word rest = word_number(steps + 2, 0);
  for (unsigned i = 0; i < steps && !g->is_full; i++) {
    for (unsigned k = 0; k < 2; k++) {
      const int at = (int) radicand.width - 1 - (int) (2 * i + k);
      rest = doubled(&rest, at >= 0 ? radicand.bit[at] : GATE_FALSE);
    }
    const word two = word_number(2, 1);
    const word trial = word_join(&root, &two);          /* 4 root + 1 */
    int taken;
    rest = reduce(g, &rest, &trial, &taken);
    root = doubled(&root, taken);
  }
  const word half = word_part(&plain, 1, plain.width - 1);
  const word biased = word_part(&bias, 0, half.width);
  const word exponent = word_add(g, &half, &biased, GATE_FALSE);
  word last = word_number(1, 0);
  last.bit[0] = word_any(g, &rest);
  const word result = word_join(&root, &last);
  const word finite = float_round(g, f, mode, x.sign, &exponent, &result);
  const word infinity = float_infinity(f, GATE_FALSE);
  const word zero = float_zero(f, x.sign);
  const word number = word_mux(g, x.zero, &zero, &finite);
  float_result r;
  r.nan = gates_or(g, x.nan, gates_and(g, x.sign, -x.zero));
  r.bits = word_mux(g, x.infinite, &infinity, &number);
  return r;
}

/* C's fmod: as many steps as exponents can lie apart. */
float_result float_remainder(gates *g, const float_format *f, const int *a,
                             const int *b) {
  const float_parts x = float_normalised(g, f, a), y = float_normalised(g, f, b);
  const unsigned digits = float_digits(f);
  const unsigned most = (1u << f->exponent) + digits;
  const word wide_x = word_signed(&x.exponent, x.exponent.width + 1);
  const word wide_y = word_signed(&y.exponent, y.exponent.width + 1);
  const word apart = word_subtract(g, &wide_x, &wide_y);
  const int is_less = apart.bit[apart.width - 1];
  const word divisor = word_unsigned(&y.significand, digits + 1);
  word rest = word_unsigned(&x.significand, digits + 1);
  int taken;
  rest = reduce(g, &rest, &divisor, &taken);
  for (unsigned step = most; step-- > 0 && !g->is_full;) {
    const word number = word_number(apart.width, step);
    const int active = gates_and(g, -is_less, word_less(g, &number, &apart));
    const word twice = doubled(&rest, GATE_FALSE);
    const word left = reduce(g, &twice, &divisor, &taken);
    rest = word_mux(g, active, &left, &rest);
  }
  const word kept = word_part(&rest, 0, digits);
  word count;
  const word normal = word_normalise(g, &kept, &count);
  const word moved = word_unsigned(&count, wide_y.width);
  const word exponent = word_subtract(g, &wide_y, &moved);
  const word rounded =
      float_round(g, f, ROUND_ZERO, x.sign, &exponent, &normal);
  const word zero = float_zero(f, x.sign);
  const word finite = word_mux(g, -word_any(g, &kept), &zero, &rounded);
  const word same = word_from(a, float_width(f));
  const int is_same =
      gates_or(g, gates_or(g, is_less, y.infinite), x.zero);
  float_result r;
  r.nan = gates_or(g, gates_or(g, x.nan, y.nan), gates_or(g, x.infinite, y.zero));
  r.bits = word_mux(g, is_same, &same, &finite);
  return r;
}
