#include "solver/circuits.h"

#include <assert.h>
#include <string.h>

static int *words(unsigned count, unsigned width) {
  return mem_zeroed((size_t) count * width, sizeof(int));
}

static bool is_constant(int literal) {
  return literal == GATE_TRUE || literal == GATE_FALSE;
}

void circuit_add(gates *g, const int *a, const int *b, int carry,
                 unsigned width, int *out) {
  for (unsigned i = 0; i < width && !g->is_full; i++) {
    const int x = a[i], y = b[i];
    out[i] = gates_sum(g, x, y, carry);
    if (i + 1 < width) carry = gates_carry(g, x, y, carry);
  }
}

static void complement(const int *a, unsigned width, int *out) {
  for (unsigned i = 0; i < width; i++) out[i] = -a[i];
}

static void fill_with(int *out, unsigned width, int literal) {
  for (unsigned i = 0; i < width; i++) out[i] = literal;
}

static void subtract(gates *g, const int *a, const int *b, unsigned width,
                     int *out) {
  int *minus = words(1, width);
  complement(b, width, minus);
  circuit_add(g, a, minus, GATE_TRUE, width, out);
  free(minus);
}

void circuit_negate(gates *g, const int *a, unsigned width, int *out) {
  assert(width && out != a);
  int *zero = words(1, width);
  fill_with(zero, width, GATE_FALSE);
  subtract(g, zero, a, width, out);
  free(zero);
}

/* out += (a << by) or, if minus, out -= (a << by). */
static void accumulate(gates *g, int *out, const int *a, unsigned by,
                       unsigned width, bool minus) {
  assert(by < width);
  if (minus) subtract(g, out + by, a, width - by, out + by);
  else circuit_add(g, out + by, a, GATE_FALSE, width - by, out + by);
}

/* By a constant: in non-adjacent form (digits -1, 0, 1, no two neighbours
 * nonzero) at most half of the digits cost an adder.  The additions come
 * first, since the first of them onto zero is free. */
static void multiply_constant(gates *g, const int *a, const int *constant,
                              unsigned width, int *out) {
  for (unsigned round = 0; round < 2; round++) {
    bool carry = false;
    for (unsigned i = 0; i < width && !g->is_full; i++) {
      const bool bit = constant[i] == GATE_TRUE;
      if (bit == carry) continue;       /* digit 0, and the carry stays */
      const bool minus = i + 1 < width && constant[i + 1] == GATE_TRUE;
      if (minus == (round == 1)) accumulate(g, out, a, i, width, minus);
      carry = minus;
    }
  }
}

void circuit_multiply(gates *g, const int *a, const int *b, unsigned width,
                      int *out) {
  assert(width && out != a && out != b);
  unsigned known_a = 0, known_b = 0;
  for (unsigned i = 0; i < width; i++) {
    known_a += is_constant(a[i]);
    known_b += is_constant(b[i]);
  }
  if (known_a > known_b) {
    const int *t = a;
    a = b;
    b = t;
    known_b = known_a;
  }
  fill_with(out, width, GATE_FALSE);
  if (known_b == width) {
    multiply_constant(g, a, b, width, out);
    return;
  }
  int *row = words(1, width);
  for (unsigned i = 0; i < width && !g->is_full; i++) {
    if (b[i] == GATE_FALSE) continue;
    for (unsigned j = 0; j + i < width; j++) row[j] = gates_and(g, a[j], b[i]);
    accumulate(g, out, row, i, width, false);
  }
  free(row);
}

/*
 * Restoring division, from the top bit down.  The remainder has one bit more
 * than the word, since twice a remainder may not fit; its upper bits are
 * constants in the first rounds and cost nothing.
 */
void circuit_divide(gates *g, const int *a, const int *b, unsigned width,
                    int *quotient, int *remainder) {
  assert(width && quotient != remainder && quotient != a && quotient != b && remainder != a &&
         remainder != b);
  const unsigned wide = width + 1;
  int *rest = words(4, wide), *less = rest + wide, *divisor = less + wide;
  int *shifted = divisor + wide;
  fill_with(rest, wide, GATE_FALSE);
  memcpy(divisor, b, width * sizeof *b);
  divisor[width] = GATE_FALSE;
  for (unsigned i = width; i-- > 0 && !g->is_full;) {
    memcpy(shifted + 1, rest, width * sizeof *rest);
    shifted[0] = a[i];
    quotient[i] = circuit_less(g, divisor, shifted, wide, false, true);
    subtract(g, shifted, divisor, wide, less);
    for (unsigned j = 0; j < wide; j++)
      rest[j] = gates_mux(g, quotient[i], less[j], shifted[j]);
  }
  memcpy(remainder, rest, width * sizeof *rest);
  free(rest);
}

static void negate_if(gates *g, int condition, const int *a, unsigned width,
                      int *out) {
  int *minus = words(1, width);
  circuit_negate(g, a, width, minus);
  for (unsigned i = 0; i < width; i++)
    out[i] = gates_mux(g, condition, minus[i], a[i]);
  free(minus);
}

void circuit_divide_signed(gates *g, const int *a, const int *b,
                           unsigned width, int *quotient, int *remainder) {
  assert(width && quotient != remainder && quotient != a && quotient != b && remainder != a &&
         remainder != b);
  int *x = words(4, width), *y = x + width, *q = y + width, *r = q + width;
  const int sign_a = a[width - 1], sign_b = b[width - 1];
  negate_if(g, sign_a, a, width, x);
  negate_if(g, sign_b, b, width, y);
  fill_with(q, width, GATE_FALSE);
  circuit_divide(g, x, y, width, q, r);
  negate_if(g, gates_xor(g, sign_a, sign_b), q, width, quotient);
  negate_if(g, sign_a, r, width, remainder);
  free(x);
}

int circuit_less(gates *g, const int *a, const int *b, unsigned width,
                 bool is_signed, bool or_equal) {
  assert(width);
  int less = or_equal ? GATE_TRUE : GATE_FALSE;
  for (unsigned i = 0; i < width && !g->is_full; i++) {
    const bool flip = is_signed && i + 1 == width;
    less = gates_carry(g, flip ? a[i] : -a[i], flip ? -b[i] : b[i], less);
  }
  return less;
}

int circuit_equal(gates *g, const int *a, const int *b, unsigned width) {
  assert(width);
  int *same = words(1, width);
  for (unsigned i = 0; i < width; i++) same[i] = -gates_xor(g, a[i], b[i]);
  const int out = gates_and_all(g, same, width);
  free(same);
  return out;
}

void circuit_shift(gates *g, const int *a, const int *amount, unsigned width,
                   bool left, int fill, int *out) {
  assert(width && out != a && out != amount);
  int *from = words(1, width);
  memcpy(out, a, width * sizeof *a);
  int past = GATE_FALSE;
  for (unsigned k = 0; k < width && !g->is_full; k++) {
    if (k >= 31 || 1u << k >= width) {
      past = gates_or(g, past, amount[k]);
      continue;
    }
    const unsigned by = 1u << k;
    memcpy(from, out, width * sizeof *out);
    for (unsigned i = 0; i < width; i++) {
      const bool inside = left ? i >= by : i + by < width;
      const int moved = inside ? from[left ? i - by : i + by] : fill;
      out[i] = gates_mux(g, amount[k], moved, from[i]);
    }
  }
  for (unsigned i = 0; i < width; i++)
    out[i] = gates_mux(g, past, fill, out[i]);
  free(from);
}
