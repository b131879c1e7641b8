#include "solver/walk_internal.h"

#include "base/bits.h"

#include <assert.h>

/*
 * The classes of an input whose atoms are all about one word: a loop that counts up to
 * an unknown number has an atom an iteration.  Each atom holds in spans of numbers, so
 * the ends of all spans, sorted, are the points where anything changes, and a span is a
 * run of points: nothing is asked for each point of each atom.
 *
 * Points are of one class if the same atoms hold.  Which do is a fingerprint, the
 * exclusive or over the atoms, that changes only at ends; points that agree in it are
 * compared.
 */

typedef VEC(uint64_t) values;

bool walk_is_word(const walk *w, const input *in) {
  const expr word = w->atoms.items[in->atoms].input;
  for (uint32_t n = in->atoms; n != NONE; n = w->atoms.items[n].next)
    if (w->atoms.items[n].domain || !expr_same(w->atoms.items[n].input, word))
      return false;
  return true;
}

static uint64_t last_of(const walk *w, const input *in) {
  return bits_mask(expr_width(w->t, w->atoms.items[in->atoms].input));
}

static int compare_values(const void *a, const void *b) {
  const uint64_t x = *(const uint64_t *) a, y = *(const uint64_t *) b;
  return (x > y) - (x < y);
}

static void find_ends(const walk *w, const input *in, values *out) {
  const uint64_t last = last_of(w, in);
  vec_push(out, 0);
  for (uint32_t n = in->atoms; n != NONE; n = w->atoms.items[n].next) {
    const atom *a = w->atoms.items + n;
    for (uint32_t k = 0; k < a->span_count; k++) {
      const span s = w->spans.items[a->span + k];
      vec_push(out, s.low);
      if (s.high < last) vec_push(out, s.high + 1);
    }
  }
  assert(out->count);
  qsort(out->items, out->count, sizeof *out->items, compare_values);
  uint32_t count = 0;
  for (uint32_t k = 0; k < out->count; k++)
    if (!k || out->items[k] != out->items[k - 1])
      out->items[count++] = out->items[k];
  out->count = count;
}

/* The first of the ascending numbers that is not below. */
static uint32_t first_from(const uint64_t *all, uint32_t count, uint64_t number) {
  uint32_t low = 0, high = count;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    if (all[middle] < number) low = middle + 1;
    else high = middle;
  }
  return low;
}

static bool holds_for(const walk *w, const atom *a, uint64_t number) {
  for (uint32_t k = 0; k < a->span_count; k++) {
    const span *s = w->spans.items + a->span + k;
    if (s->low <= number && number <= s->high) return true;
  }
  return false;
}

static bool are_alike(const walk *w, const input *in, uint64_t x, uint64_t y) {
  for (uint32_t n = in->atoms; n != NONE; n = w->atoms.items[n].next)
    if (holds_for(w, w->atoms.items + n, x) != holds_for(w, w->atoms.items + n, y))
      return false;
  return true;
}

/* By point: by what its fingerprint differs from that of the point before. */
static void find_changes(const walk *w, const input *in, const values *ends,
                         uint64_t *changes) {
  const uint64_t last = last_of(w, in);
  for (uint32_t n = in->atoms; n != NONE; n = w->atoms.items[n].next) {
    const atom *a = w->atoms.items + n;
    const uint64_t print = hash_end(hash_word(0, n + 1));
    for (uint32_t k = 0; k < a->span_count; k++) {
      const span s = w->spans.items[a->span + k];
      changes[first_from(ends->items, ends->count, s.low)] ^= print;
      if (s.high < last)
        changes[first_from(ends->items, ends->count, s.high + 1)] ^= print;
    }
  }
}

static void add_class(walk *w, input *in, uint64_t number) {
  const expr word = w->atoms.items[in->atoms].input;
  assert(!in->classes || vec_last(&w->numbers_of) < number);
  in->classes++;
  vec_push(&w->numbers_of, number);
  for (uint32_t k = 0; k < in->symbol_count; k++) {
    uint64_t bits = 0;
    walk_part_of(w, word, w->symbols.items[in->symbols + k], number, &bits);
    vec_push(&w->values, bits);
  }
}

bool walk_find_word_classes(walk *w, input *in) {
  values ends = {0};
  idmap known = {0};            /* fingerprint -> 1 + a number that has it */
  find_ends(w, in, &ends);
  const bool is_few = ends.count <= WALK_POINTS;
  uint64_t *changes = mem_zeroed(ends.count, sizeof *changes), print = 0;
  in->classes = 0;
  in->values = w->values.count;
  in->numbers = w->numbers_of.count;
  in->is_word = true;
  w->steps += ends.count;
  if (is_few) find_changes(w, in, &ends, changes);
  for (uint32_t k = 0; is_few && k < ends.count; k++) {
    print ^= changes[k];
    uint64_t *with = idmap_at(&known, print | 1);
    if (*with && are_alike(w, in, *with - 1, ends.items[k])) continue;
    if (!*with) *with = ends.items[k] + 1;
    add_class(w, in, ends.items[k]);
  }
  free(changes);
  idmap_release(&known);
  vec_release(&ends);
  return is_few;
}

static void set_bits(uint64_t *words, uint32_t from, uint32_t to) {
  assert(from <= to);
  for (uint32_t at = from; at < to;) {
    const uint32_t next = at / 64 * 64 + 64 < to ? at / 64 * 64 + 64 : to;
    words[at / 64] |= bits_mask(next - at) << at % 64;
    at = next;
  }
}

void walk_find_word_bits(walk *w, const input *in, const atom *a) {
  const uint64_t *numbers = w->numbers_of.items + in->numbers;
  uint64_t *words = w->words.items + a->bits;
  for (uint32_t k = 0; k < a->span_count; k++) {
    const span s = w->spans.items[a->span + k];
    set_bits(words, first_from(numbers, in->classes, s.low),
             s.high < last_of(w, in) ? first_from(numbers, in->classes, s.high + 1)
                                     : in->classes);
  }
}
