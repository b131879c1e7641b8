#include "expr/soft.h"

#include <assert.h>

/* Words -------------------------------------------------------------------- */

static expr bit(expr_table *t, expr e, unsigned at) { return expr_extract(t, e, at, 1); }

static expr zeros(expr_table *t, unsigned width) { return expr_const(t, width, 0); }

static expr ones(expr_table *t, unsigned width) {
  return expr_unary(t, EXPR_NOT, zeros(t, width));
}

static expr any(expr_table *t, expr e) {
  return expr_ne(t, e, zeros(t, expr_width(t, e)));
}

static expr none(expr_table *t, expr e) { return expr_not(t, any(t, e)); }

static expr add(expr_table *t, expr a, expr b) { return expr_binary(t, EXPR_ADD, a, b); }

static expr subtract(expr_table *t, expr a, expr b) {
  return expr_binary(t, EXPR_SUB, a, b);
}

static expr differ(expr_table *t, expr a, expr b) {
  return expr_binary(t, EXPR_XOR, a, b);
}

/* Signed, of any width. */
static expr number(expr_table *t, unsigned width, int64_t n) {
  if (width > 64) return expr_sext(t, expr_const(t, 64, (uint64_t) n), width);
  return expr_const(t, width, (uint64_t) n & bits_mask(width));
}

/* A digit to the left. */
static expr doubled(expr_table *t, expr e, expr last) {
  const unsigned width = expr_width(t, e);
  return width == 1 ? last : expr_concat(t, expr_extract(t, e, 0, width - 1), last);
}

static expr padded(expr_table *t, expr e, unsigned more) {
  return more ? expr_concat(t, e, zeros(t, more)) : e;
}

/* To the left until the first bit is set; *count: by how many, so many bits. */
static expr normalise(expr_table *t, expr e, unsigned width_of_count, expr *count) {
  const unsigned width = expr_width(t, e);
  unsigned stages = 0;
  *count = zeros(t, width_of_count);
  while (1u << stages < width) stages++;
  for (unsigned k = stages; k-- > 0;) {
    const unsigned by = 1u << k;
    if (by >= width) continue;
    const expr moves = none(t, expr_extract(t, e, width - by, by));
    e = expr_ite(t, moves, padded(t, expr_extract(t, e, 0, width - by), by), e);
    *count = add(t, *count, expr_ite(t, moves, number(t, width_of_count, by),
                                     zeros(t, width_of_count)));
  }
  return e;
}

/* To the right; the last bit says whether it or anything behind it was set. */
static expr shift_sticky(expr_table *t, expr e, expr amount) {
  const unsigned width = expr_width(t, e);
  for (unsigned k = 0; k < expr_width(t, amount); k++) {
    const unsigned by = k < 16 && 1u << k < width ? 1u << k : width;
    const expr out = any(t, expr_extract(t, e, 0, by));
    const expr kept = by == width ? zeros(t, width)
                                  : expr_zext(t, expr_extract(t, e, by, width - by), width);
    const expr moved = expr_binary(t, EXPR_OR, kept, expr_zext(t, out, width));
    e = expr_ite(t, bit(t, amount, k), moved, e);
  }
  return e;
}

/* Parts -------------------------------------------------------------------- */

/* A number is significand * 2^(exponent - (digits - 1)); the first digit is set
 * but for zero.  The exponent is signed. */
typedef struct parts { expr sign, nan, infinite, zero, exponent, significand; } parts;

static int64_t bias_of(soft_format f) { return (INT64_C(1) << (f.exponent - 1)) - 1; }

/* Room for a few exponents and counts of so many digits. */
static unsigned exponent_width(unsigned exponent, unsigned digits) {
  unsigned width = 4;
  while (1u << width <= 4 * digits) width++;
  return (width > exponent ? width : exponent) + 4;
}

static expr magnitude_of(expr_table *t, soft_format f, expr e) {
  return expr_extract(t, e, 0, f.exponent + f.fraction);
}

/* As it is stored: the exponent with its bias, at least 1; the first digit of the
 * significand is 0 for the smallest. */
static parts split(expr_table *t, soft_format f, expr e) {
  parts p;
  const expr stored = expr_extract(t, e, f.fraction, f.exponent);
  const expr fraction = expr_extract(t, e, 0, f.fraction);
  const expr is_low = none(t, stored), is_top = expr_eq(t, stored, ones(t, f.exponent));
  p.sign = bit(t, e, f.exponent + f.fraction);
  p.nan = expr_and(t, is_top, any(t, fraction));
  p.infinite = expr_and(t, is_top, none(t, fraction));
  p.zero = expr_and(t, is_low, none(t, fraction));
  p.significand = expr_concat(t, expr_not(t, is_low), fraction);
  p.exponent = expr_binary(t, EXPR_OR, stored, expr_zext(t, is_low, f.exponent));
  return p;
}

/* Without the bias, signed. */
static parts unbiased(expr_table *t, soft_format f, expr e, unsigned wide) {
  parts p = split(t, f, e);
  p.exponent = subtract(t, expr_zext(t, p.exponent, wide), number(t, wide, bias_of(f)));
  return p;
}

static parts unpack(expr_table *t, soft_format f, expr e, unsigned wide) {
  parts p = unbiased(t, f, e, wide);
  expr count;
  p.significand = normalise(t, p.significand, wide, &count);
  p.exponent = subtract(t, p.exponent, count);
  return p;
}

static expr assemble(expr_table *t, expr sign, expr magnitude) {
  return expr_concat(t, sign, magnitude);
}

expr soft_nan(expr_table *t, soft_format f) {
  const expr quiet = padded(t, expr_const(t, 1, 1), f.fraction - 1);
  return assemble(t, expr_const(t, 1, 0), expr_concat(t, ones(t, f.exponent), quiet));
}

expr soft_infinity(expr_table *t, soft_format f, expr sign) {
  return assemble(t, sign, padded(t, ones(t, f.exponent), f.fraction));
}

expr soft_value(expr_table *t, soft_format f, soft_result r) {
  return expr_ite(t, r.nan, soft_nan(t, f), r.bits);
}

static expr zero_of(expr_table *t, soft_format f, expr sign) {
  return assemble(t, sign, zeros(t, f.exponent + f.fraction));
}

expr soft_is_number(expr_table *t, soft_format f, expr e) {
  const expr most = magnitude_of(t, f, soft_infinity(t, f, expr_const(t, 1, 0)));
  return expr_binary(t, EXPR_ULE, magnitude_of(t, f, e), most);
}

static expr are_zero(expr_table *t, soft_format f, expr a, expr b) {
  return expr_and(t, none(t, magnitude_of(t, f, a)), none(t, magnitude_of(t, f, b)));
}

expr soft_equal(expr_table *t, soft_format f, expr a, expr b) {
  return expr_and(t, expr_and(t, soft_is_number(t, f, a), soft_is_number(t, f, b)),
                  expr_or(t, expr_eq(t, a, b), are_zero(t, f, a, b)));
}

expr soft_less(expr_table *t, soft_format f, expr a, expr b, bool or_equal) {
  const expr_op op = or_equal ? EXPR_ULE : EXPR_ULT;
  const expr m = magnitude_of(t, f, a), n = magnitude_of(t, f, b);
  const unsigned last = soft_width(f) - 1;
  const expr minus = bit(t, a, last), other = bit(t, b, last);
  const expr same_sign = expr_ite(t, minus, expr_binary(t, op, n, m),
                                  expr_binary(t, op, m, n));
  const expr less = expr_ite(t, expr_eq(t, minus, other), same_sign, minus);
  const expr zero = or_equal ? expr_true(t) : expr_false(t);
  return expr_and(t, expr_and(t, soft_is_number(t, f, a), soft_is_number(t, f, b)),
                  expr_ite(t, are_zero(t, f, a, b), zero, less));
}

/* Rounding ----------------------------------------------------------------- */

static expr is_mode(expr_table *t, expr mode, expr_rounding m) {
  return expr_eq(t, mode, expr_const(t, 3, m));
}

/* Rounds away from zero? */
static expr away(expr_table *t, expr mode, expr sign, expr last, expr next, expr rest) {
  const expr some = expr_or(t, next, rest);
  expr up = expr_false(t);
  up = expr_ite(t, is_mode(t, mode, ROUND_DOWN), expr_and(t, sign, some), up);
  up = expr_ite(t, is_mode(t, mode, ROUND_UP), expr_and(t, expr_not(t, sign), some), up);
  up = expr_ite(t, is_mode(t, mode, ROUND_NEAREST_AWAY), next, up);
  return expr_ite(t, is_mode(t, mode, ROUND_NEAREST_EVEN),
                  expr_and(t, next, expr_or(t, rest, last)), up);
}

/* So many digits; the last one stands for those that are cut, too. */
static expr compressed(expr_table *t, expr e, unsigned digits) {
  const unsigned width = expr_width(t, e);
  if (width <= digits) return padded(t, e, digits - width);
  return expr_concat(t, expr_extract(t, e, width - digits + 1, digits - 1),
                     any(t, expr_extract(t, e, 0, width - digits + 1)));
}

/*
 * From the biased exponent less one, not negative, and the digits with two more: what
 * comes next, and whether anything comes after that.  Where the first digit is 0 the
 * exponent counts as 0.  Exponent and fraction are one number to which the rounding adds
 * one: a carry makes the least normal number of the greatest subnormal one, and infinity
 * of the greatest.
 */
static expr packed(expr_table *t, soft_format f, expr mode, expr sign, expr less_one,
                   expr digits) {
  assert(expr_width(t, digits) == f.fraction + 3 && expr_width(t, less_one) >= f.exponent);
  const unsigned wide = expr_width(t, less_one) + 1, both_width = f.exponent + f.fraction;
  const expr first = bit(t, digits, f.fraction + 2);
  const expr biased = add(t, expr_zext(t, less_one, wide), number(t, wide, 1));
  const expr top = number(t, wide, (INT64_C(1) << f.exponent) - 1);
  const expr is_over = expr_and(t, first, expr_binary(t, EXPR_ULE, top, biased));
  const expr stored = expr_ite(t, first, expr_extract(t, biased, 0, f.exponent),
                               zeros(t, f.exponent));
  const expr both = expr_concat(t, stored, expr_extract(t, digits, 2, f.fraction));
  const expr up = away(t, mode, sign, bit(t, digits, 2), bit(t, digits, 1),
                       bit(t, digits, 0));
  const expr result = add(t, both, expr_zext(t, up, both_width)), yes = expr_true(t);
  const expr infinite = magnitude_of(t, f, soft_infinity(t, f, sign));
  const expr greatest = expr_ite(t, away(t, mode, sign, yes, yes, yes), infinite,
                                 subtract(t, infinite, number(t, both_width, 1)));
  return assemble(t, sign, expr_ite(t, is_over, greatest, result));
}

/* Rounds significand * 2^(exponent - (its width - 1)); its first bit is set, its last
 * one says whether anything is left. */
static expr rounded(expr_table *t, soft_format f, expr mode, expr sign, expr exponent,
                    expr significand) {
  const unsigned have = expr_width(t, exponent) + 1;
  const unsigned wide = have > f.exponent + 2 ? have : f.exponent + 2;
  const expr less_one = add(t, expr_sext(t, exponent, wide), number(t, wide, bias_of(f) - 1));
  const expr is_tiny = bit(t, less_one, wide - 1), zero = zeros(t, wide);
  const expr by = expr_ite(t, is_tiny, expr_unary(t, EXPR_NEG, less_one), zero);
  const expr moved = shift_sticky(t, compressed(t, significand, f.fraction + 3),
                                  expr_extract(t, by, 0, wide - 1));
  const expr kept = expr_ite(t, is_tiny, zero, less_one);
  return packed(t, f, mode, sign, expr_extract(t, kept, 0, wide - 1), moved);
}

/* What applies first: infinity, zero, the number. */
static soft_result choose(expr_table *t, soft_format f, expr nan, expr infinite, expr zero,
                          expr sign, expr number_bits) {
  const expr finite = expr_ite(t, zero, zero_of(t, f, sign), number_bits);
  return (soft_result) {nan, expr_ite(t, infinite, soft_infinity(t, f, sign), finite)};
}

/* Sums --------------------------------------------------------------------- */

/* a + b, or a - b, with one digit more: ~(~a + b) is a - b, by one adder for both. */
static expr signed_sum(expr_table *t, expr a, expr b, expr minus) {
  const unsigned width = expr_width(t, a) + 1;
  const expr all = expr_sext(t, minus, width);
  return differ(t, add(t, differ(t, expr_zext(t, a, width), all), expr_zext(t, b, width)),
                all);
}

typedef struct summand { expr sign, zero, exponent, significand; } summand;

/* Of finite summands with equally many digits.  Three more than are kept: only if
 * the exponents are next to each other does more than the first digit of a
 * difference vanish, and then nothing fell out. */
static expr sum_of(expr_table *t, soft_format f, expr mode, summand a, summand b) {
  const unsigned wide = expr_width(t, a.exponent) + 1;
  const expr least = padded(t, expr_const(t, 2, 3), wide - 2);  /* below any other */
  const expr x = expr_ite(t, a.zero, least, expr_sext(t, a.exponent, wide));
  const expr y = expr_ite(t, b.zero, least, expr_sext(t, b.exponent, wide));
  const expr swap = expr_or(
      t, expr_binary(t, EXPR_SLT, x, y),
      expr_and(t, expr_eq(t, x, y),
               expr_binary(t, EXPR_ULT, a.significand, b.significand)));
  const expr high = expr_ite(t, swap, y, x), low = expr_ite(t, swap, x, y);
  const expr big = expr_ite(t, swap, b.significand, a.significand);
  const expr small = expr_ite(t, swap, a.significand, b.significand);
  const expr sign = expr_ite(t, swap, b.sign, a.sign);
  const expr minus = differ(t, a.sign, b.sign);
  const expr moved = shift_sticky(t, padded(t, small, 3), subtract(t, high, low));
  const expr sum = signed_sum(t, padded(t, big, 3), moved, minus);
  expr count;
  const expr normal = normalise(t, sum, wide, &count);
  const expr exponent = subtract(t, add(t, high, number(t, wide, 1)), count);
  const expr is_zero = none(t, sum);
  const expr of_zero = expr_ite(t, minus, is_mode(t, mode, ROUND_DOWN), a.sign);
  return expr_ite(t, is_zero, zero_of(t, f, of_zero),
                  rounded(t, f, mode, sign, exponent, normal));
}

/* As normalise, but by no more than *room, of which it is taken. */
static expr normalise_within(expr_table *t, expr e, expr *room) {
  const unsigned width = expr_width(t, e), all = expr_width(t, *room);
  unsigned stages = 0;
  while (1u << stages < width) stages++;
  for (unsigned k = stages; k-- > 0;) {
    const unsigned by = 1u << k;
    if (by >= width || k >= all) continue;
    const expr high = expr_extract(t, *room, k, all - k);
    const expr moves = expr_and(t, none(t, expr_extract(t, e, width - by, by)),
                                any(t, high));
    e = expr_ite(t, moves, padded(t, expr_extract(t, e, 0, width - by), by), e);
    const expr left = add(t, high, expr_sext(t, moves, all - k));
    *room = k ? expr_concat(t, left, expr_extract(t, *room, 0, k)) : left;
  }
  return e;
}

/* Subnormal numbers are not normalised: with the exponent 1 and a leading 0 they are
 * added as they are, and what is shifted to the left afterwards stops there. */
soft_result soft_add(expr_table *t, soft_format f, expr mode, expr a, expr b, bool minus) {
  const parts x = split(t, f, a);
  parts y = split(t, f, b);
  if (minus) y.sign = expr_not(t, y.sign);
  const unsigned digits = f.fraction + 1;
  const expr apart = differ(t, x.sign, y.sign);
  const expr m = expr_concat(t, x.exponent, x.significand);
  const expr n = expr_concat(t, y.exponent, y.significand);
  const expr swap = expr_binary(t, EXPR_ULT, m, n);
  const expr more = expr_ite(t, swap, n, m), less = expr_ite(t, swap, m, n);
  const expr exponent = expr_extract(t, more, digits, f.exponent);
  const expr by = subtract(t, exponent, expr_extract(t, less, digits, f.exponent));
  /* Three digits more than are kept, the last of which stands for the rest; one above
   * for the carry. */
  const expr small = shift_sticky(t, padded(t, expr_extract(t, less, 0, digits), 3), by);
  const expr sum = signed_sum(t, padded(t, expr_extract(t, more, 0, digits), 3), small,
                              apart);
  expr room = exponent;
  const expr normal = normalise_within(t, sum, &room);
  const expr sign = expr_ite(t, expr_and(t, none(t, sum), apart),
                             is_mode(t, mode, ROUND_DOWN),
                             expr_ite(t, swap, y.sign, x.sign));
  const expr finite = packed(t, f, mode, sign, room, compressed(t, normal, digits + 2));
  const expr both = expr_and(t, x.infinite, y.infinite);
  const expr nan = expr_or(t, expr_or(t, x.nan, y.nan), expr_and(t, both, apart));
  const expr infinity = soft_infinity(t, f, expr_ite(t, x.infinite, x.sign, y.sign));
  return (soft_result) {
    nan, expr_ite(t, expr_or(t, x.infinite, y.infinite), infinity, finite)};
}

/* Products ----------------------------------------------------------------- */

/* Twice as many digits, the first of them set. */
static parts product_of(expr_table *t, soft_format f, expr a, expr b) {
  const unsigned digits = f.fraction + 1;
  const unsigned wide = exponent_width(f.exponent, 2 * digits);
  const parts x = unpack(t, f, a, wide), y = unpack(t, f, b, wide);
  parts p = {.sign = differ(t, x.sign, y.sign),
             .infinite = expr_or(t, x.infinite, y.infinite),
             .zero = expr_or(t, x.zero, y.zero)};
  p.nan = expr_or(t, expr_or(t, x.nan, y.nan), expr_and(t, p.infinite, p.zero));
  const expr all = expr_binary(t, EXPR_MUL, expr_zext(t, x.significand, 2 * digits),
                               expr_zext(t, y.significand, 2 * digits));
  const expr first = bit(t, all, 2 * digits - 1);
  p.significand = expr_ite(t, first, all, doubled(t, all, expr_const(t, 1, 0)));
  p.exponent = add(t, add(t, x.exponent, y.exponent), expr_zext(t, first, wide));
  return p;
}

/* Is it 2^power or -2^power, normal and known to be? */
static bool is_power(expr_table *t, soft_format f, expr e, int64_t *power) {
  uint64_t stored;
  if (!expr_is_true(t, none(t, expr_extract(t, e, 0, f.fraction))) ||
      !expr_value(t, expr_extract(t, e, f.fraction, f.exponent), &stored)) return false;
  *power = (int64_t) stored - bias_of(f);
  return stored && stored < bits_mask(f.exponent);
}

static soft_result signed_as(expr_table *t, soft_format f, expr e, expr sign) {
  const expr other = differ(t, bit(t, e, soft_width(f) - 1), sign);
  return (soft_result) {expr_not(t, soft_is_number(t, f, e)),
                        assemble(t, other, magnitude_of(t, f, e))};
}

soft_result soft_multiply(expr_table *t, soft_format f, expr mode, expr a, expr b) {
  int64_t power;
  const unsigned last = soft_width(f) - 1;
  if (is_power(t, f, a, &power) && !power) return signed_as(t, f, b, bit(t, a, last));
  if (is_power(t, f, b, &power) && !power) return signed_as(t, f, a, bit(t, b, last));
  const parts p = product_of(t, f, a, b);
  return choose(t, f, p.nan, p.infinite, p.zero, p.sign,
                rounded(t, f, mode, p.sign, p.exponent, p.significand));
}

soft_result soft_fma(expr_table *t, soft_format f, expr mode, expr a, expr b, expr c) {
  const parts p = product_of(t, f, a, b);
  const unsigned wide = expr_width(t, p.exponent);
  const parts z = unpack(t, f, c, wide);
  const expr nan = expr_or(
      t, expr_or(t, p.nan, z.nan),
      expr_and(t, expr_and(t, p.infinite, z.infinite), differ(t, p.sign, z.sign)));
  const expr sum = sum_of(t, f, mode,
                          (summand) {p.sign, p.zero, p.exponent, p.significand},
                          (summand) {z.sign, z.zero, z.exponent,
                                     padded(t, z.significand, f.fraction + 1)});
  const expr infinity = soft_infinity(t, f, expr_ite(t, p.infinite, p.sign, z.sign));
  return (soft_result) {
    nan, expr_ite(t, expr_or(t, p.infinite, z.infinite), infinity, sum)};
}

/* Quotients, digit by digit from the first ------------------------------------ */

/* a - b if that is not negative, else a. */
static expr reduce(expr_table *t, expr a, expr b, expr *taken) {
  *taken = expr_binary(t, EXPR_ULE, b, a);
  return expr_ite(t, *taken, subtract(t, a, b), a);
}

/* Division by a power of two is multiplication by its reciprocal, rounding and all, if
 * that is normal. */
soft_result soft_divide(expr_table *t, soft_format f, expr mode, expr a, expr b) {
  int64_t power;
  if (is_power(t, f, b, &power) && power < bias_of(f)) {
    const expr other = expr_const(t, f.exponent, (uint64_t) (bias_of(f) - power));
    return soft_multiply(t, f, mode, a,
                         assemble(t, bit(t, b, soft_width(f) - 1),
                                  padded(t, other, f.fraction)));
  }
  const unsigned digits = f.fraction + 1, wide = exponent_width(f.exponent, digits);
  const parts x = unpack(t, f, a, wide), y = unpack(t, f, b, wide);
  const expr sign = differ(t, x.sign, y.sign), zero = expr_const(t, 1, 0);
  expr rest = expr_zext(t, x.significand, digits + 1), taken[SOFT_MOST_WIDTH + 2];
  const expr divisor = expr_zext(t, y.significand, digits + 1);
  /* Enough that the result can be rounded even if the first is zero. */
  for (unsigned i = 0; i < digits + 2; i++)
    rest = doubled(t, reduce(t, rest, divisor, taken + i), zero);
  expr quotient = any(t, rest);
  for (unsigned i = digits + 2; i-- > 0;) quotient = expr_concat(t, taken[i], quotient);
  const expr first = bit(t, quotient, digits + 2);
  const expr exponent = subtract(t, subtract(t, x.exponent, y.exponent),
                                 expr_zext(t, expr_not(t, first), wide));
  const expr finite = rounded(t, f, mode, sign, exponent,
                              expr_ite(t, first, quotient, doubled(t, quotient, zero)));
  const expr nan = expr_or(t, expr_or(t, x.nan, y.nan),
                          expr_or(t, expr_and(t, x.zero, y.zero),
                                 expr_and(t, x.infinite, y.infinite)));
  return choose(t, f, nan, expr_or(t, x.infinite, y.zero), expr_or(t, x.zero, y.infinite),
                sign, finite);
}

/* Of an odd exponent the significand is doubled, so that half of it is whole.  Each
 * digit of the root takes two of the significand. */
soft_result soft_root(expr_table *t, soft_format f, expr mode, expr a) {
  const unsigned digits = f.fraction + 1, steps = digits + 2;
  const unsigned wide = exponent_width(f.exponent, digits);
  const parts x = unpack(t, f, a, wide);
  const expr zero = expr_const(t, 1, 0), is_odd = bit(t, x.exponent, 0);
  const expr plain = expr_zext(t, x.significand, digits + 1);
  const expr radicand = expr_ite(t, is_odd, doubled(t, plain, zero), plain);
  expr root = zeros(t, steps), rest = zeros(t, steps + 2);
  for (unsigned i = 0; i < steps; i++) {
    for (unsigned k = 0; k < 2; k++)
      rest = doubled(t, rest, 2 * i + k <= digits
                                  ? bit(t, radicand, digits - (2 * i + k)) : zero);
    expr taken;
    rest = reduce(t, rest, expr_concat(t, root, expr_const(t, 2, 1)), &taken);
    root = doubled(t, root, taken);
  }
  const expr exponent = expr_binary(t, EXPR_ASHR, x.exponent, number(t, wide, 1));
  const expr finite = rounded(t, f, mode, x.sign, exponent,
                              expr_concat(t, root, any(t, rest)));
  const expr nan = expr_or(t, x.nan, expr_and(t, x.sign, expr_not(t, x.zero)));
  return choose(t, f, nan, x.infinite, x.zero, x.sign, finite);
}

/* As many steps as exponents can lie apart. */
soft_result soft_remainder(expr_table *t, soft_format f, expr a, expr b) {
  assert(f.exponent <= SOFT_MOST_REM);
  const unsigned digits = f.fraction + 1, wide = exponent_width(f.exponent, digits);
  const parts x = unpack(t, f, a, wide), y = unpack(t, f, b, wide);
  const expr zero = expr_const(t, 1, 0);
  const expr apart = subtract(t, x.exponent, y.exponent);
  const expr is_less = expr_binary(t, EXPR_SLT, apart, zeros(t, wide));
  const expr divisor = expr_zext(t, y.significand, digits + 1);
  expr taken;
  expr rest = reduce(t, expr_zext(t, x.significand, digits + 1), divisor, &taken);
  for (unsigned step = (1u << f.exponent) + digits; step-- > 0;) {
    const expr active = expr_binary(t, EXPR_SLT, number(t, wide, step), apart);
    const expr left = reduce(t, doubled(t, rest, zero), divisor, &taken);
    rest = expr_ite(t, active, left, rest);
  }
  expr count;
  const expr kept = expr_extract(t, rest, 0, digits);
  const expr normal = normalise(t, kept, wide, &count);
  const expr exact = rounded(t, f, expr_const(t, 3, ROUND_ZERO), x.sign,
                             subtract(t, y.exponent, count), normal);
  const expr finite = expr_ite(t, none(t, kept), zero_of(t, f, x.sign), exact);
  const expr is_same = expr_or(t, expr_or(t, is_less, y.infinite), x.zero);
  const expr nan = expr_or(t, expr_or(t, x.nan, y.nan), expr_or(t, x.infinite, y.zero));
  return (soft_result) {nan, expr_ite(t, is_same, a, finite)};
}

/* Conversions -------------------------------------------------------------- */

/* The number as an integer of `room` bits, at least as many as digits, and a carry;
 * *is_large: there is no room.  Two bits more for what is next and what is left. */
static expr whole_of(expr_table *t, expr mode, const parts *x, unsigned room,
                     expr *is_large) {
  const unsigned digits = expr_width(t, x->significand);
  const unsigned wide = expr_width(t, x->exponent);
  const expr by = subtract(t, number(t, wide, (int64_t) room - 1), x->exponent);
  *is_large = expr_binary(t, EXPR_SLT, by, zeros(t, wide));
  const expr amount = expr_ite(t, *is_large, zeros(t, wide), by);
  const expr moved = shift_sticky(t, padded(t, x->significand, room - digits + 2), amount);
  const expr up = away(t, mode, x->sign, bit(t, moved, 2), bit(t, moved, 1),
                       bit(t, moved, 0));
  return add(t, expr_zext(t, expr_extract(t, moved, 2, room), room + 1),
             expr_zext(t, up, room + 1));
}

soft_result soft_integral(expr_table *t, soft_format f, expr mode, expr a) {
  const unsigned digits = f.fraction + 1, wide = exponent_width(f.exponent, digits);
  const parts x = unbiased(t, f, a, wide);
  expr is_large, count;
  const expr whole = whole_of(t, mode, &x, digits, &is_large);
  const expr normal = normalise(t, whole, wide, &count);
  const expr exponent = subtract(t, number(t, wide, digits), count);
  /* Where all whole numbers of so few digits have an exponent nothing is rounded. */
  const expr stored = add(t, exponent, number(t, wide, bias_of(f)));
  const expr some = bias_of(f) < digits
                        ? rounded(t, f, mode, x.sign, exponent, normal)
                        : assemble(t, x.sign,
                                   expr_concat(t, expr_extract(t, stored, 0, f.exponent),
                                               expr_extract(t, normal, 1, f.fraction)));
  const expr finite = expr_ite(t, none(t, whole), zero_of(t, f, x.sign), some);
  const expr is_same = expr_or(t, is_large, x.infinite);
  return (soft_result) {x.nan, expr_ite(t, is_same, a, finite)};
}

soft_result soft_convert(expr_table *t, soft_format from, soft_format to, expr mode, expr a) {
  const unsigned exponent = from.exponent > to.exponent ? from.exponent : to.exponent;
  const unsigned wide = exponent_width(exponent, from.fraction + to.fraction + 2);
  const parts x = unpack(t, from, a, wide);
  expr finite;
  /* Even the smallest is normal there: nothing is rounded. */
  if (to.fraction >= from.fraction && to.exponent > from.exponent &&
      bias_of(to) > bias_of(from) + from.fraction + 1) {
    const expr biased = add(t, x.exponent, number(t, wide, bias_of(to)));
    finite = assemble(t, x.sign,
                      expr_concat(t, expr_extract(t, biased, 0, to.exponent),
                                  padded(t, expr_extract(t, x.significand, 0, from.fraction),
                                         to.fraction - from.fraction)));
  } else finite = rounded(t, to, mode, x.sign, x.exponent, x.significand);
  return choose(t, to, x.nan, x.infinite, x.zero, x.sign, finite);
}

soft_result soft_of_integer(expr_table *t, soft_format f, expr mode, expr a, bool is_signed) {
  const unsigned width = expr_width(t, a);
  const unsigned wide = exponent_width(f.exponent, width + f.fraction + 1);
  const expr sign = is_signed ? bit(t, a, width - 1) : expr_const(t, 1, 0);
  const expr magnitude = expr_ite(t, sign, expr_unary(t, EXPR_NEG, a), a);
  expr count;
  const expr normal = normalise(t, magnitude, wide, &count);
  const expr exponent = subtract(t, number(t, wide, (int64_t) width - 1), count);
  const expr finite = rounded(t, f, mode, sign, exponent, normal);
  return (soft_result) {expr_false(t), expr_ite(t, none(t, magnitude),
                                                zero_of(t, f, expr_const(t, 1, 0)), finite)};
}

expr soft_to_integer(expr_table *t, soft_format f, expr mode, expr a, unsigned width,
                     bool is_signed, expr *fits) {
  const unsigned digits = f.fraction + 1, room = width > digits ? width : digits;
  const unsigned wide = exponent_width(f.exponent, room + digits);
  const parts x = unbiased(t, f, a, wide);
  expr is_large;
  const expr whole = whole_of(t, mode, &x, room, &is_large), zero = zeros(t, room + 1);
  /* At most 2^width - 1; signed 2^(width-1) - 1, or one more below zero. */
  const unsigned limit = is_signed ? width - 1 : width;
  const expr above = limit ? expr_zext(t, ones(t, limit), room + 1) : zero;
  const expr below = is_signed ? add(t, above, number(t, room + 1, 1)) : zero;
  const expr most = expr_ite(t, x.sign, below, above);
  const expr is_open = expr_or(t, x.nan, expr_or(t, x.infinite, is_large));
  *fits = expr_and(t, expr_not(t, is_open), expr_binary(t, EXPR_ULE, whole, most));
  const expr low = expr_extract(t, whole, 0, width);
  return expr_ite(t, x.sign, expr_unary(t, EXPR_NEG, low), low);
}
