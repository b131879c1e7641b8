#include "ir/lower.h"

#include "base/bits.h"

#include <assert.h>

/* Integer operations that C compilers offer and the IR does not have, spelt
 * out in those it has. */

static operand shift(draft *d, ir_opcode op, operand a, unsigned by) {
  assert(by < a.width);
  if (!by) return a;
  return build_binary(d, op, a.width, a, build_number(a.width, by), 0);
}

static operand shift_right(draft *d, operand a, unsigned by) {
  return shift(d, IR_LSHR, a, by);
}

static operand shift_left(draft *d, operand a, unsigned by) {
  return shift(d, IR_SHL, a, by);
}

static operand either(draft *d, operand a, operand b) {
  assert(a.width == b.width);
  return build_binary(d, IR_OR, a.width, a, b, 0);
}

/* All ones, at any width. */
static operand ones(draft *d, unsigned width) {
  return width <= 64 ? build_number(width, UINT64_MAX)
                     : build_sext(d, width, build_number(1, 1));
}

operand lower_extract(draft *d, operand a, unsigned low, unsigned width) {
  assert(width && low + width <= a.width);
  return build_trunc(d, width, shift_right(d, a, low));
}

operand lower_concat(draft *d, const operand *parts, uint32_t count) {
  assert(count);
  unsigned width = 0, at = 0;
  for (uint32_t i = 0; i < count; i++) width += parts[i].width;
  operand whole = build_zext(d, width, parts[0]);
  at = parts[0].width;
  for (uint32_t i = 1; i < count; i++) {
    whole = either(d, whole, shift_left(d, build_zext(d, width, parts[i]),
                                        at));
    at += parts[i].width;
  }
  return whole;
}

/* Bits that are set where (position / step) is even. */
static uint64_t stripes(unsigned step) {
  assert(step < 64);
  return UINT64_MAX / ((UINT64_C(1) << step) + 1);
}

/* Sums of neighbours, then of neighbouring sums, ... */
static operand count_word(draft *d, operand a) {
  const unsigned w = a.width;
  for (unsigned step = 1; step < w && step < 64; step *= 2) {
    const operand mask =
        build_number(w, step == 32 ? 0xffffffff : stripes(step));
    const operand even = build_binary(d, IR_AND, w, a, mask, 0);
    const operand odd =
        build_binary(d, IR_AND, w, shift_right(d, a, step), mask, 0);
    a = build_binary(d, IR_ADD, w, even, odd, 0);
  }
  return a;
}

operand lower_ctpop(draft *d, operand a) {
  if (a.width <= 64) return count_word(d, a);
  operand sum = build_number(a.width, 0);
  for (unsigned at = 0; at < a.width; at += 64) {
    const unsigned w = a.width - at < 64 ? a.width - at : 64;
    const operand part = count_word(d, lower_extract(d, a, at, w));
    sum = build_binary(d, IR_ADD, a.width, sum,
                       build_zext(d, a.width, part), 0);
  }
  return sum;
}

/* Set every bit below the highest one; the zeros that are left lead. */
operand lower_ctlz(draft *d, operand a) {
  for (unsigned step = 1; step < a.width; step *= 2)
    a = either(d, a, shift_right(d, a, step));
  return lower_ctpop(d, build_binary(d, IR_XOR, a.width, a,
                                     ones(d, a.width), 0));
}

/* ~a & (a - 1) has ones exactly where zeros trail. */
operand lower_cttz(draft *d, operand a) {
  const unsigned w = a.width;
  const operand below =
      build_binary(d, IR_ADD, w, a, ones(d, w), 0);
  const operand not = build_binary(d, IR_XOR, w, a, ones(d, w), 0);
  return lower_ctpop(d, build_binary(d, IR_AND, w, not, below, 0));
}

static operand reverse(draft *d, operand a, unsigned step) {
  const unsigned w = a.width;
  operand result = build_number(w, 0);
  for (unsigned at = 0; at < w; at += step) {
    const operand piece =
        build_zext(d, w, lower_extract(d, a, at, step));
    const operand moved = shift_left(d, piece, w - step - at);
    result = at ? either(d, result, moved) : moved;
  }
  return result;
}

operand lower_bswap(draft *d, operand a) {
  assert(a.width % 8 == 0);
  return reverse(d, a, 8);
}

operand lower_bitreverse(draft *d, operand a) {
  const unsigned w = a.width;
  if (w > 64 || w & (w - 1) || w < 8) return reverse(d, a, 1);
  for (unsigned step = 1; step < 8; step *= 2) {
    const operand mask = build_number(w, stripes(step));
    const operand up = shift_left(d, build_binary(d, IR_AND, w, a, mask, 0),
                                  step);
    const operand down =
        build_binary(d, IR_AND, w, shift_right(d, a, step), mask, 0);
    a = either(d, up, down);
  }
  return w == 8 ? a : lower_bswap(d, a);
}

/* The upper (left) or lower half of a:b shifted by c modulo the width.  No
 * single shift reaches the width: the other half moves by 1 first. */
operand lower_funnel(draft *d, bool left, operand a, operand b, operand c) {
  assert(a.width == b.width && a.width == c.width);
  const unsigned w = a.width;
  const bool is_power = !(w & (w - 1));
  const operand by =
      is_power ? build_binary(d, IR_AND, w, c, build_number(w, w - 1), 0)
               : build_binary(d, IR_UREM, w, c, build_number(w, w), 0);
  const operand back =
      build_binary(d, IR_SUB, w, build_number(w, w - 1), by, 0);
  if (w == 1) return left ? a : b;
  operand high, low;
  if (left) {
    high = build_binary(d, IR_SHL, w, a, by, 0);
    low = build_binary(d, IR_LSHR, w, shift_right(d, b, 1), back, 0);
  } else {
    high = build_binary(d, IR_SHL, w, shift_left(d, a, 1), back, 0);
    low = build_binary(d, IR_LSHR, w, b, by, 0);
  }
  return either(d, high, low);
}

operand lower_extreme(draft *d, ir_opcode compare, operand a, operand b) {
  assert(a.width == b.width);
  return build_select(d, build_compare(d, compare, a, b), a, b);
}

static operand is_negative(draft *d, operand a) {
  return build_compare(d, IR_SLT, a, build_number(a.width, 0));
}

/* Products are computed at twice the width. */
static operand product(draft *d, bool is_signed, operand a, operand b,
                       operand *result) {
  const unsigned w = a.width;
  operand (*widen)(draft *, unsigned, operand) =
      is_signed ? build_sext : build_zext;
  const operand x = widen(d, 2 * w, a), y = widen(d, 2 * w, b);
  const operand whole = build_binary(d, IR_MUL, 2 * w, x, y, 0);
  *result = build_trunc(d, w, whole);
  const operand again = widen(d, 2 * w, *result);
  return build_compare(d, IR_NE, whole, again);
}

operand lower_overflow(draft *d, ir_opcode op, bool is_signed, operand a,
                       operand b, operand *result) {
  const unsigned w = a.width;
  if (op == IR_MUL) return product(d, is_signed, a, b, result);
  *result = build_binary(d, op, w, a, b, 0);
  if (!is_signed)
    return op == IR_ADD ? build_compare(d, IR_ULT, *result, a)
                        : build_compare(d, IR_ULT, a, b);
  /* Signed: the result's sign differs from what both operands (of a sum) or
   * the first and the negated second (of a difference) have in common. */
  const operand x = build_binary(d, IR_XOR, w, a, *result, 0);
  const operand y = op == IR_ADD ? build_binary(d, IR_XOR, w, b, *result, 0)
                                 : build_binary(d, IR_XOR, w, a, b, 0);
  return is_negative(d, build_binary(d, IR_AND, w, x, y, 0));
}
