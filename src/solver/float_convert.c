#include "solver/float_parts.h"

#include <assert.h>

/* Between formats, to and from integers. */

float_result float_convert(gates *g, const float_format *from,
                           const float_format *to, expr_rounding mode,
                           const int *a) {
  const float_parts x = float_normalised(g, from, a);
  const unsigned width = float_exponent_width(from, to) + 1;
  const word exponent = word_signed(&x.exponent, width);
  const word bias = word_number(width, float_bias(to) - float_bias(from));
  const word moved = word_add(g, &exponent, &bias, GATE_FALSE);
  const word infinity = float_infinity(to, x.sign), zero = float_zero(to, x.sign);
  word finite;
  /* Even the smallest is normal there: nothing is rounded. */
  const bool is_exact =
      to->fraction >= from->fraction && to->exponent > from->exponent &&
      float_bias(to) > float_bias(from) + from->fraction + 1;
  if (is_exact) {
    const word stored = word_part(&moved, 0, to->exponent);
    const word pads = word_number(to->fraction - from->fraction, 0);
    const word kept = word_part(&x.significand, 0, from->fraction);
    const word fraction = word_join(&kept, &pads);
    finite = float_assemble(g, to, x.sign, &stored, &fraction);
  } else {
    finite = float_round(g, to, mode, x.sign, &moved, &x.significand);
  }
  const word number = word_mux(g, x.zero, &zero, &finite);
  return (float_result) {x.nan, word_mux(g, x.infinite, &infinity, &number)};
}

float_result float_of_integer(gates *g, const float_format *f,
                              expr_rounding mode, const int *a, unsigned width,
                              bool is_signed) {
  assert(width && width <= WORD_MAX);
  const word value = word_from(a, width), none = word_number(width, 0);
  const int sign = is_signed ? a[width - 1] : GATE_FALSE;
  const word minus = word_subtract(g, &none, &value);
  const word magnitude = word_mux(g, sign, &minus, &value);
  word count;
  const word normal = word_normalise(g, &magnitude, &count);
  const unsigned wide = (f->exponent > 10 ? f->exponent : 10) + 2;
  const word top = word_number(wide, float_bias(f) + width - 1);
  const word moved = word_unsigned(&count, wide);
  const word exponent = word_subtract(g, &top, &moved);
  const word rounded = float_round(g, f, mode, sign, &exponent, &normal);
  const word zero = float_zero(f, GATE_FALSE);
  const int is_zero = -word_any(g, &magnitude);
  return (float_result) {GATE_FALSE, word_mux(g, is_zero, &zero, &rounded)};
}

/* The digits at the upper end of a word that has room for them and the integer,
 * then to the right until the last one is worth one. */
word float_to_integer(gates *g, const float_format *f, const int *a,
                      unsigned width, bool is_signed, int *fits) {
  assert(width && width < WORD_MAX);
  const float_parts x = float_unpack(g, f, a);
  const unsigned digits = float_digits(f), room = width > digits ? width : digits;
  unsigned wide = 2;
  while (1u << wide < 2 * room) wide++;
  if (wide < f->exponent) wide = f->exponent;
  wide += 2;
  const word exponent = word_unsigned(&x.exponent, wide);
  const word top = word_number(wide, float_bias(f) + room - 1);
  const word by = word_subtract(g, &top, &exponent);
  const int too_large = by.bit[wide - 1];
  const word pads = word_number(room - digits, 0);
  const word digits_up = word_join(&x.significand, &pads);
  /* One bit below, which takes what falls out. */
  const word below = word_number(1, 0);
  const word padded = word_join(&digits_up, &below);
  const word amount = word_part(&by, 0, wide - 1);
  const word moved = word_shift_sticky(g, &padded, &amount);
  const word whole = word_part(&moved, 1, room);
  const word magnitude = word_part(&whole, 0, width);
  const word none = word_number(width, 0);
  const word minus = word_subtract(g, &none, &magnitude);
  const word result = is_signed ? word_mux(g, x.sign, &minus, &magnitude)
                                : magnitude;
  int over = gates_or(g, too_large, gates_or(g, x.nan, x.infinite));
  const word cut = word_part(&whole, width, room - width);
  over = gates_or(g, over, word_any(g, &cut));
  const int top_bit = magnitude.bit[width - 1];
  if (is_signed) {
    const word lower = word_part(&magnitude, 0, width - 1);
    const int is_least = gates_and(g, x.sign, -word_any(g, &lower));
    over = gates_or(g, over, gates_and(g, top_bit, -is_least));
  } else {
    over = gates_or(g, over, gates_and(g, x.sign, word_any(g, &magnitude)));
  }
  *fits = -over;
  return result;
}

/*
 * In place: exponent and fraction are one number, in which the digit that is
 * worth one is cleared or counted up; what is below it becomes zero.  Below one
 * there are only zero and one.
 */
float_result float_integral(gates *g, const float_format *f, expr_rounding mode,
                            const int *a) {
  const float_parts x = float_unpack(g, f, a);
  const unsigned digits = float_digits(f), wide = f->exponent + 1;
  const word exponent = word_unsigned(&x.exponent, wide);
  const word bias = word_number(wide, float_bias(f));
  const int is_below_one = word_less(g, &exponent, &bias);
  /* By how many places the digit worth one is right of the first. */
  const word places = word_subtract(g, &exponent, &bias);
  word unit = word_number(digits, 0), mask = word_number(digits, 0);
  int is_whole = GATE_TRUE;     /* no place holds less than one */
  for (unsigned k = 0; k < digits; k++) {
    const unsigned at = digits - 1 - k;
    const word number = word_number(wide, k);
    unit.bit[at] = k >> f->exponent ? GATE_FALSE
                                    : word_equal(g, &places, &number);
    is_whole = gates_and(g, is_whole, -unit.bit[at]);
  }
  is_whole = gates_or(g, is_whole, unit.bit[0]);
  is_whole = gates_and(g, is_whole, -is_below_one);
  /* Below the unit. */
  for (unsigned i = digits - 1; i-- > 0;)
    mask.bit[i] = gates_or(g, mask.bit[i + 1], unit.bit[i + 1]);
  word last = unit, next = unit, rest = unit;
  for (unsigned i = 0; i < digits; i++) {
    last.bit[i] = gates_and(g, unit.bit[i], x.significand.bit[i]);
    const int is_next = i + 1 < digits ? unit.bit[i + 1] : GATE_FALSE;
    next.bit[i] = gates_and(g, is_next, x.significand.bit[i]);
    rest.bit[i] = gates_and(g, gates_and(g, mask.bit[i], -is_next),
                            x.significand.bit[i]);
  }
  const int is_odd = word_any(g, &last), is_half = word_any(g, &next);
  const int is_more = word_any(g, &rest), is_some = gates_or(g, is_half, is_more);
  const word half = word_number(wide, float_bias(f) - 1);
  const int from_half = gates_and(g, is_below_one, word_equal(g, &exponent, &half));
  const int lead = x.significand.bit[digits - 1];
  const word fraction = word_part(&x.significand, 0, f->fraction);
  const int at_half = gates_and(g, from_half, lead);
  int up = GATE_FALSE, to_one = GATE_FALSE;
  switch (mode) {
  case ROUND_NEAREST_EVEN:
    up = gates_and(g, is_half, gates_or(g, is_more, is_odd));
    to_one = gates_and(g, at_half, word_any(g, &fraction));
    break;
  case ROUND_NEAREST_AWAY: up = is_half; to_one = at_half; break;
  case ROUND_UP:
    up = gates_and(g, -x.sign, is_some);
    to_one = gates_and(g, -x.sign, -x.zero);
    break;
  case ROUND_DOWN:
    up = gates_and(g, x.sign, is_some);
    to_one = gates_and(g, x.sign, -x.zero);
    break;
  case ROUND_ZERO: break;
  }
  const word stored = word_from(a + f->fraction + f->has_one, f->exponent);
  word number = word_join(&stored, &fraction);
  for (unsigned i = 0; i < f->fraction; i++)
    number.bit[i] = gates_and(g, number.bit[i], -mask.bit[i]);
  const word step = word_and_bit(g, &unit, up);
  const word addend = word_unsigned(&step, number.width);
  number = word_add(g, &number, &addend, GATE_FALSE);
  const word high = word_part(&number, f->fraction, f->exponent);
  const word low = word_part(&number, 0, f->fraction);
  const word rounded = float_assemble(g, f, x.sign, &high, &low);
  const word biased = word_number(f->exponent, float_bias(f));
  const word one_exponent = word_and_bit(g, &biased, to_one);
  const word no_fraction = word_number(f->fraction, 0);
  const word small =
      float_assemble(g, f, x.sign, &one_exponent, &no_fraction);
  const word same = word_from(a, float_width(f));
  const word large = word_mux(g, is_whole, &same, &rounded);
  return (float_result) {x.nan, word_mux(g, is_below_one, &small, &large)};
}
