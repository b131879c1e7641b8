#include "solver/words.h"

#include "base/fatal.h"
#include "solver/circuits.h"

#include <assert.h>
#include <string.h>

static word of_width(unsigned width) {
  if (width > WORD_MAX) fatal("a word of %u literals", width);
  word w;
  w.width = width;
  return w;
}

word word_number(unsigned width, uint64_t number) {
  word w = of_width(width);
  for (unsigned i = 0; i < width; i++)
    w.bit[i] = i < 64 && number >> i & 1 ? GATE_TRUE : GATE_FALSE;
  return w;
}

word word_from(const int *literals, unsigned width) {
  word w = of_width(width);
  memcpy(w.bit, literals, width * sizeof *literals);
  return w;
}

word word_part(const word *a, unsigned low, unsigned width) {
  assert(low + width <= a->width);
  return word_from(a->bit + low, width);
}

word word_join(const word *upper, const word *lower) {
  word w = of_width(upper->width + lower->width);
  memcpy(w.bit, lower->bit, lower->width * sizeof *w.bit);
  memcpy(w.bit + lower->width, upper->bit, upper->width * sizeof *w.bit);
  return w;
}

static word resized(const word *a, unsigned width, int fill) {
  word w = of_width(width);
  for (unsigned i = 0; i < width; i++)
    w.bit[i] = i < a->width ? a->bit[i] : fill;
  return w;
}

word word_unsigned(const word *a, unsigned width) {
  return resized(a, width, GATE_FALSE);
}

word word_signed(const word *a, unsigned width) {
  assert(a->width);
  return resized(a, width, a->bit[a->width - 1]);
}

word word_add(gates *g, const word *a, const word *b, int carry) {
  assert(a->width == b->width);
  word w = of_width(a->width);
  circuit_add(g, a->bit, b->bit, carry, a->width, w.bit);
  return w;
}

word word_subtract(gates *g, const word *a, const word *b) {
  word minus = of_width(b->width);
  for (unsigned i = 0; i < b->width; i++) minus.bit[i] = -b->bit[i];
  return word_add(g, a, &minus, GATE_TRUE);
}

word word_add_bit(gates *g, const word *a, int literal) {
  const word zero = word_number(a->width, 0);
  return word_add(g, a, &zero, literal);
}

word word_mux(gates *g, int condition, const word *then, const word *other) {
  assert(then->width == other->width);
  word w = of_width(then->width);
  for (unsigned i = 0; i < w.width; i++)
    w.bit[i] = gates_mux(g, condition, then->bit[i], other->bit[i]);
  return w;
}

word word_and_bit(gates *g, const word *a, int literal) {
  word w = of_width(a->width);
  for (unsigned i = 0; i < w.width; i++)
    w.bit[i] = gates_and(g, a->bit[i], literal);
  return w;
}

int word_less(gates *g, const word *a, const word *b) {
  assert(a->width == b->width);
  return circuit_less(g, a->bit, b->bit, a->width, false, false);
}

int word_equal(gates *g, const word *a, const word *b) {
  assert(a->width == b->width);
  word same = of_width(a->width);
  for (unsigned i = 0; i < a->width; i++)
    same.bit[i] = -gates_xor(g, a->bit[i], b->bit[i]);
  return gates_and_shared(g, same.bit, a->width);
}

int word_any(gates *g, const word *a) {
  word minus = of_width(a->width);
  for (unsigned i = 0; i < a->width; i++) minus.bit[i] = -a->bit[i];
  return -gates_and_shared(g, minus.bit, a->width);
}

int word_all(gates *g, const word *a) {
  word copy = *a;
  return gates_and_shared(g, copy.bit, a->width);
}

word word_shift_sticky(gates *g, const word *a, const word *amount) {
  assert(a->width);
  word w = *a;
  int past = GATE_FALSE;
  for (unsigned k = 0; k < amount->width && !g->is_full; k++) {
    const int bit = amount->bit[k];
    if (k >= 31 || 1u << k >= a->width) {
      past = gates_or(g, past, bit);
      continue;
    }
    const unsigned by = 1u << k;
    const word lost = word_part(&w, 0, by), kept = word_part(&w, by, w.width - by);
    word moved = word_unsigned(&kept, w.width);
    moved.bit[0] = gates_or(g, moved.bit[0], word_any(g, &lost));
    w = word_mux(g, bit, &moved, &w);
  }
  word rest = word_number(w.width, 0);
  rest.bit[0] = word_any(g, a);
  return word_mux(g, past, &rest, &w);
}

word word_normalise(gates *g, const word *a, word *count) {
  assert(a->width);
  word w = *a;
  unsigned stages = 0;
  while (1u << stages < a->width) stages++;
  *count = word_number(stages ? stages : 1, 0);
  for (unsigned k = stages; k-- > 0 && !g->is_full;) {
    const unsigned by = 1u << k;
    if (by >= a->width) continue;
    const word top = word_part(&w, w.width - by, by);
    const int empty = -word_any(g, &top);
    const word zeros = word_number(by, 0), kept = word_part(&w, 0, w.width - by);
    const word moved = word_join(&kept, &zeros);
    w = word_mux(g, empty, &moved, &w);
    count->bit[k] = empty;
  }
  return w;
}

word word_compress(gates *g, const word *a, unsigned width) {
  assert(width);
  if (a->width <= width) {
    const word zeros = word_number(width - a->width, 0);
    return word_join(a, &zeros);
  }
  const unsigned cut = a->width - width;
  const word lost = word_part(a, 0, cut + 1);
  word w = word_part(a, cut, width);
  w.bit[0] = word_any(g, &lost);
  return w;
}
