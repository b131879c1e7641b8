#include "solver/float_parts.h"

#include <assert.h>

bool float_format_of(unsigned width, float_format *f) {
  switch (width) {
  case 16: *f = (float_format) {5, 10, false}; return true;
  case 32: *f = (float_format) {8, 23, false}; return true;
  case 64: *f = (float_format) {11, 52, false}; return true;
  case 80: *f = (float_format) {15, 63, true}; return true;
  case 128: *f = (float_format) {15, 112, false}; return true;
  }
  return false;
}

/* x87: a number that lacks its leading one is invalid, but for the smallest; one
 * of those that has it counts as of exponent 1, as the others do. */
float_parts float_unpack(gates *g, const float_format *f, const int *bits) {
  float_parts p;
  const word fraction = word_from(bits, f->fraction);
  const word stored = word_from(bits + f->fraction + f->has_one, f->exponent);
  p.sign = bits[float_width(f) - 1];
  const int is_low = -word_any(g, &stored), is_top = word_all(g, &stored);
  const int is_whole = -word_any(g, &fraction);
  const int one = f->has_one ? bits[f->fraction] : -is_low;
  p.infinite = gates_and(g, is_top, is_whole);
  p.nan = gates_and(g, is_top, -is_whole);
  if (f->has_one) {
    p.nan = gates_or(g, p.nan, gates_and(g, -is_low, -one));
    p.infinite = gates_and(g, p.infinite, one);
  }
  p.exponent = stored;
  p.exponent.bit[0] = gates_or(g, stored.bit[0], is_low);
  p.significand = word_from(bits, f->fraction + 1);
  p.significand.bit[f->fraction] = one;
  p.zero = gates_and(g, gates_and(g, is_low, is_whole), -one);
  return p;
}

unsigned float_exponent_width(const float_format *a, const float_format *b) {
  unsigned width = 2;
  const unsigned digits = 4 * (float_digits(a) + float_digits(b));
  while (1u << width <= digits) width++;
  if (width < a->exponent) width = a->exponent;
  if (width < b->exponent) width = b->exponent;
  return width + 3;
}

float_parts float_normalised(gates *g, const float_format *f, const int *bits) {
  float_parts p = float_unpack(g, f, bits);
  const unsigned width = float_exponent_width(f, f);
  word count;
  p.significand = word_normalise(g, &p.significand, &count);
  const word exponent = word_unsigned(&p.exponent, width);
  const word moved = word_unsigned(&count, width);
  p.exponent = word_subtract(g, &exponent, &moved);
  return p;
}

word float_assemble(gates *g, const float_format *f, int sign,
                    const word *exponent, const word *fraction) {
  assert(exponent->width == f->exponent && fraction->width == f->fraction);
  word bits = *fraction;
  if (f->has_one) bits.bit[bits.width++] = word_any(g, exponent);
  bits = word_join(exponent, &bits);
  bits.bit[bits.width++] = sign;
  assert(bits.width == float_width(f));
  return bits;
}

static word ones(unsigned width) {
  const word none = word_number(width, 0);
  word w = none;
  for (unsigned i = 0; i < width; i++) w.bit[i] = GATE_TRUE;
  return w;
}

word float_infinity(const float_format *f, int sign) {
  const word exponent = ones(f->exponent), fraction = word_number(f->fraction, 0);
  return float_assemble(NULL, f, sign, &exponent, &fraction);
}

word float_zero(const float_format *f, int sign) {
  word bits = word_number(float_width(f), 0);
  bits.bit[bits.width - 1] = sign;
  return bits;
}

/* Rounds away from zero? */
static int away(gates *g, expr_rounding mode, int sign, int last, int next,
                int rest) {
  switch (mode) {
  case ROUND_NEAREST_EVEN: return gates_and(g, next, gates_or(g, rest, last));
  case ROUND_NEAREST_AWAY: return next;
  case ROUND_UP: return gates_and(g, -sign, gates_or(g, next, rest));
  case ROUND_DOWN: return gates_and(g, sign, gates_or(g, next, rest));
  case ROUND_ZERO: break;
  }
  return GATE_FALSE;
}

/*
 * Exponent and fraction are one number to which the rounding adds one: the carry
 * makes the least normal number of the greatest subnormal one, and infinity of
 * the greatest number.
 */
word float_pack(gates *g, const float_format *f, expr_rounding mode, int sign,
                const word *less_one, const word *digits) {
  assert(digits->width == f->fraction + 3);
  const word fraction = word_part(digits, 2, f->fraction);
  const int first = digits->bit[f->fraction + 2];
  const word wide = word_unsigned(less_one, less_one->width + 1);
  const word biased = word_add_bit(g, &wide, GATE_TRUE);
  const word top = word_number(biased.width,
                               (UINT64_C(1) << f->exponent) - 1);
  const int fits = word_less(g, &biased, &top);
  const int over = gates_and(g, first, -fits);
  word stored = word_unsigned(&biased, f->exponent);
  stored = word_and_bit(g, &stored, first);
  const word both = word_join(&stored, &fraction);
  const word rounded =
      word_add_bit(g, &both, away(g, mode, sign, digits->bit[2],
                                  digits->bit[1], digits->bit[0]));
  /* Past the greatest: that one or infinity. */
  const int outward = away(g, mode, sign, GATE_TRUE, GATE_TRUE, GATE_TRUE);
  word greatest = ones(f->exponent + f->fraction);
  for (unsigned i = 0; i < f->fraction; i++) greatest.bit[i] = -outward;
  greatest.bit[f->fraction] = outward;
  const word result = word_mux(g, over, &greatest, &rounded);
  const word low = word_part(&result, 0, f->fraction);
  const word high = word_part(&result, f->fraction, f->exponent);
  return float_assemble(g, f, sign, &high, &low);
}

word float_round(gates *g, const float_format *f, expr_rounding mode, int sign,
                 const word *exponent, const word *significand) {
  assert(significand->width && exponent->width);
  const word digits = word_compress(g, significand, f->fraction + 3);
  const word wide = word_signed(exponent, exponent->width + 1);
  const word one = word_number(wide.width, 1);
  const word less_one = word_subtract(g, &wide, &one);
  const int is_tiny = less_one.bit[less_one.width - 1];
  const word zero = word_number(wide.width, 0);
  const word below = word_subtract(g, &zero, &less_one);
  const word by = word_and_bit(g, &below, is_tiny);
  const word amount = word_part(&by, 0, by.width - 1);
  const word moved = word_shift_sticky(g, &digits, &amount);
  const word kept = word_and_bit(g, &less_one, -is_tiny);
  const word magnitude = word_part(&kept, 0, kept.width - 1);
  return float_pack(g, f, mode, sign, &magnitude, &moved);
}
