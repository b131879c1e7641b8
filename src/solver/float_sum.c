#include "solver/float_parts.h"

#include <assert.h>

/*
 * Comparisons and sums.  Subnormal numbers are not normalised here: with the
 * exponent 1 and a leading 0 they are added as they are, and what is shifted to
 * the left afterwards stops at that exponent.
 */

/* Exponent and digits as one number, that grows with the value. */
static word magnitude(const float_format *f, const int *bits) {
  return word_from(bits, float_width(f) - 1);
}

/* x87 has two ways to write the numbers of exponent 1. */
static word magnitude_of(gates *g, const float_format *f, const int *bits) {
  if (!f->has_one) return magnitude(f, bits);
  const float_parts p = float_unpack(g, f, bits);
  return word_join(&p.exponent, &p.significand);
}

int float_equal(gates *g, const float_format *f, const int *a, const int *b) {
  const float_parts x = float_unpack(g, f, a), y = float_unpack(g, f, b);
  const word m = magnitude_of(g, f, a), n = magnitude_of(g, f, b);
  const int same = gates_and(g, word_equal(g, &m, &n),
                             -gates_xor(g, x.sign, y.sign));
  return gates_and(g, -gates_or(g, x.nan, y.nan),
                   gates_or(g, same, gates_and(g, x.zero, y.zero)));
}

int float_less(gates *g, const float_format *f, const int *a, const int *b,
               bool or_equal) {
  const float_parts x = float_unpack(g, f, a), y = float_unpack(g, f, b);
  const word m = magnitude_of(g, f, a), n = magnitude_of(g, f, b);
  const int zeros = gates_and(g, x.zero, y.zero);
  /* With equal signs the magnitudes decide; the greater is less below zero. */
  const int up = word_less(g, &m, &n), down = word_less(g, &n, &m);
  const int same_sign = or_equal ? gates_mux(g, x.sign, -up, -down)
                                 : gates_mux(g, x.sign, down, up);
  const int less = gates_mux(g, gates_xor(g, x.sign, y.sign), x.sign, same_sign);
  return gates_and(g, -gates_or(g, x.nan, y.nan),
                   gates_mux(g, zeros, or_equal ? GATE_TRUE : GATE_FALSE, less));
}

/* As word_normalise, but by no more than *room, of which it is taken. */
static word normalise_within(gates *g, const word *a, word *room) {
  assert(a->width && room->width);
  word w = *a;
  unsigned stages = 0;
  while (1u << stages < a->width) stages++;
  for (unsigned k = stages; k-- > 0 && !g->is_full;) {
    const unsigned by = 1u << k;
    if (by >= a->width || k >= room->width) continue;
    const word top = word_part(&w, w.width - by, by);
    const word high = word_part(room, k, room->width - k);
    const int moves = gates_and(g, -word_any(g, &top), word_any(g, &high));
    const word zeros = word_number(by, 0), kept = word_part(&w, 0, w.width - by);
    const word moved = word_join(&kept, &zeros);
    w = word_mux(g, moves, &moved, &w);
    /* Less 2^k. */
    const word minus = word_number(high.width, UINT64_MAX);
    const word less = word_add(g, &high, &minus, GATE_FALSE);
    const word left = word_mux(g, moves, &less, &high);
    for (unsigned i = k; i < room->width; i++) room->bit[i] = left.bit[i - k];
  }
  return w;
}

float_result float_add(gates *g, const float_format *f, expr_rounding mode,
                       const int *a, const int *b, bool minus) {
  float_parts x = float_unpack(g, f, a), y = float_unpack(g, f, b);
  if (minus) y.sign = -y.sign;
  const unsigned digits = float_digits(f);
  const int differ = gates_xor(g, x.sign, y.sign);
  float_result r;
  r.nan = gates_or(g, gates_or(g, x.nan, y.nan),
                   gates_and(g, gates_and(g, x.infinite, y.infinite), differ));
  const word m = word_join(&x.exponent, &x.significand);
  const word n = word_join(&y.exponent, &y.significand);
  const int swap = word_less(g, &m, &n);
  const word more = word_mux(g, swap, &n, &m), less = word_mux(g, swap, &m, &n);
  int sign = gates_mux(g, swap, y.sign, x.sign);
  const word big = word_part(&more, 0, digits), small = word_part(&less, 0, digits);
  const word exponent = word_part(&more, digits, f->exponent);
  const word lower = word_part(&less, digits, f->exponent);
  const word by = word_subtract(g, &exponent, &lower);
  /* Three digits more than are kept, the last of which stands for the rest; one
   * above for the carry. */
  const word zeros = word_number(3, 0);
  const word small_wide = word_join(&small, &zeros);
  const word aligned = word_shift_sticky(g, &small_wide, &by);
  word addend = word_unsigned(&aligned, digits + 4);
  for (unsigned i = 0; i < addend.width; i++)
    addend.bit[i] = gates_xor(g, addend.bit[i], differ);
  const word big_wide = word_join(&big, &zeros);
  const word base = word_unsigned(&big_wide, digits + 4);
  const word sum = word_add(g, &base, &addend, differ);
  word room = exponent;
  const word normal = normalise_within(g, &sum, &room);
  const word kept = word_compress(g, &normal, digits + 2);
  const int is_zero = -word_any(g, &sum);
  sign = gates_mux(g, gates_and(g, is_zero, differ),
                   mode == ROUND_DOWN ? GATE_TRUE : GATE_FALSE, sign);
  const word finite = float_pack(g, f, mode, sign, &room, &kept);
  const word infinity =
      float_infinity(f, gates_mux(g, x.infinite, x.sign, y.sign));
  r.bits = word_mux(g, gates_or(g, x.infinite, y.infinite), &infinity, &finite);
  return r;
}
