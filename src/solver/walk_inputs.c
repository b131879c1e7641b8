#include "solver/walk_internal.h"

#include "base/bits.h"
#include "expr/varset.h"

#include <assert.h>

/* Inputs ------------------------------------------------------------------ */

/* Symbols that an atom speaks of together are of one input: each points to
 * another one, or to itself, which then is the input. */
static uint32_t find_root(walk *w, uint32_t symbol) {
  uint64_t *to = idmap_at(&w->owners, symbol + 1);
  if (!*to) *to = symbol + 1;
  while (*to != symbol + 1) {
    symbol = (uint32_t) *to - 1;
    to = idmap_at(&w->owners, symbol + 1);
  }
  return symbol;
}

static varset vars_of(walk *w, const atom *a) {
  return varset_of(w->t, a->term);
}

static void unite(walk *w, const atom *a) {
  const varset vars = vars_of(w, a);
  const uint32_t one = find_root(w, varset_symbols(w->t, vars)[0]);
  for (uint32_t k = 1; k < varset_count(w->t, vars); k++) {
    const uint32_t other = find_root(w, varset_symbols(w->t, vars)[k]);
    *idmap_at(&w->owners, other + 1) = one + 1;
  }
}

static uint32_t root_of(walk *w, const atom *a) {
  return find_root(w, varset_symbols(w->t, vars_of(w, a))[0]);
}

static void add_symbols(walk *w, input *in) {
  in->symbols = w->symbols.count;
  for (uint32_t n = in->atoms; n != NONE; n = w->atoms.items[n].next) {
    const varset vars = vars_of(w, w->atoms.items + n);
    for (uint32_t k = 0; k < varset_count(w->t, vars); k++) {
      const uint32_t symbol = varset_symbols(w->t, vars)[k];
      uint32_t at = in->symbols;
      while (at < w->symbols.count && w->symbols.items[at] != symbol) at++;
      if (at == w->symbols.count) vec_push(&w->symbols, symbol);
      if (symbol < in->least) in->least = symbol;
    }
  }
  in->symbol_count = w->symbols.count - in->symbols;
}

static void add_atom(walk *w, uint32_t number, uint32_t to) {
  atom *a = w->atoms.items + number;
  a->owner = to;
  a->next = w->inputs.items[to].atoms;
  w->inputs.items[to].atoms = number;
}

/* The atoms as those of their inputs; of an input that is not decided each is by
 * itself.  `loose` has the roots of these. */
static void divide(walk *w, idmap *loose) {
  idmap numbers = {0};          /* root -> 1 + input */
  vec_clear(&w->inputs);
  vec_clear(&w->symbols);
  vec_clear(&w->parts);
  vec_clear(&w->values);
  vec_clear(&w->numbers_of);
  for (uint32_t k = 0; k < w->atoms.count; k++) {
    const uint32_t root = root_of(w, w->atoms.items + k);
    const bool is_decided = !*idmap_at(loose, root + 1);
    uint64_t *number = idmap_at(&numbers, root + 1);
    if (!is_decided || !*number) {
      vec_push(&w->inputs, ((input) {.is_decided = is_decided, .least = root,
                                     .root = root, .atoms = NONE,
                                     .classes = 2}));
      *number = w->inputs.count;
    }
    add_atom(w, k, (uint32_t) *number - 1);
  }
  idmap_release(&numbers);
}

/* Classes ----------------------------------------------------------------- */

static int compare_values(const void *a, const void *b) {
  const uint64_t x = *(const uint64_t *) a, y = *(const uint64_t *) b;
  return (x > y) - (x < y);
}

typedef VEC(uint64_t) values;

bool walk_part_of(const walk *w, expr term, uint32_t symbol, uint64_t number,
                  uint64_t *bits) {
  const expr_node n = expr_get(w->t, term);
  if (n.op == EXPR_CONCAT)
    return walk_part_of(w, n.arg[1], symbol, number, bits) ||
           walk_part_of(w, n.arg[0], symbol,
                        number >> expr_width(w->t, n.arg[1]), bits);
  *bits = number & bits_mask(n.width);
  return n.imm == symbol;
}

static bool cuts_at(const walk *w, const atom *a, uint32_t symbol,
                    uint64_t number, values *out) {
  uint64_t bits;
  if (!walk_part_of(w, a->input, symbol, number, &bits)) return false;
  vec_push(out, bits);
  return true;
}

/* Numbers with which the input's atoms compare the symbol, alone or as a part of
 * a word: whether a word is below a number is known from whether each part is
 * below, equal to or above its part.  False: it takes all values. */
static bool find_cuts(const walk *w, const input *in, uint32_t symbol,
                      values *out) {
  for (uint32_t n = in->atoms; n != NONE; n = w->atoms.items[n].next) {
    const atom *a = w->atoms.items + n;
    if (a->domain) {
      if (expr_get(w->t, a->input).imm == symbol) return false;
      continue;
    }
    const uint64_t last = bits_mask(expr_width(w->t, a->input));
    for (uint32_t k = 0; k < a->span_count; k++) {
      const span s = w->spans.items[a->span + k];
      if (s.low && !cuts_at(w, a, symbol, s.low, out)) break;
      if (s.high != last && !cuts_at(w, a, symbol, s.high, out)) break;
    }
  }
  return true;
}

/* Values of one symbol, ascending: each cut, and one between each two. */
static void find_points(const walk *w, const input *in, uint32_t symbol,
                        values *out) {
  const unsigned width = expr_symbol_width(w->t, symbol);
  values cuts = {0};
  if (!find_cuts(w, in, symbol, &cuts)) {
    for (unsigned v = 0; v < 1u << width; v++) vec_push(out, v);
    vec_release(&cuts);
    return;
  }
  uint64_t next = 0;            /* the least value that is not looked at */
  bool is_over = false;
  qsort(cuts.items, cuts.count, sizeof *cuts.items, compare_values);
  for (uint32_t k = 0; k < cuts.count && !is_over; k++) {
    const uint64_t at = cuts.items[k];
    if (at < next) continue;
    if (at > next) vec_push(out, next);
    vec_push(out, at);
    is_over = at == bits_mask(width);
    next = at + 1;
  }
  if (!is_over) vec_push(out, next);
  vec_release(&cuts);
}

/* The term's symbols, which are among the input's. */
static void add_parts(walk *w, const input *in, expr term, uint32_t shift) {
  const expr_node n = expr_get(w->t, term);
  if (n.op == EXPR_CONCAT) {
    add_parts(w, in, n.arg[1], shift);
    add_parts(w, in, n.arg[0], shift + expr_width(w->t, n.arg[1]));
    return;
  }
  uint32_t k = 0;
  while (w->symbols.items[in->symbols + k] != n.imm) k++;
  assert(k < in->symbol_count);
  vec_push(&w->parts, ((word_part) {k, shift}));
}

static bool holds_at(const walk *w, const uint64_t *point, const atom *a) {
  uint64_t value = 0;
  for (uint32_t k = 0; k < a->part_count; k++) {
    const word_part *p = w->parts.items + a->part + k;
    value |= point[p->symbol] << p->shift;
  }
  assert(!a->domain || value < 256);
  if (a->domain) return domain_has(a->domain, (unsigned) value);
  for (uint32_t k = 0; k < a->span_count; k++) {
    const span *s = w->spans.items + a->span + k;
    if (s->low <= value && value <= s->high) return true;
  }
  return false;
}

/* Points of the input: all combinations of its symbols' points.  0: too many. */
static uint32_t combine_points(const walk *w, const input *in, values *out) {
  values points = {0}, old = {0};
  uint32_t count = 1;
  for (uint32_t s = 0; s < in->symbol_count && count; s++) {
    const values swapped = old;
    vec_clear(&points);
    find_points(w, in, w->symbols.items[in->symbols + s], &points);
    old = *out;
    *out = swapped;
    vec_clear(out);
    for (uint32_t k = 0; k < count; k++)
      for (uint32_t p = 0; count * points.count <= WALK_POINTS &&
                           p < points.count; p++) {
        for (uint32_t b = 0; b < s; b++) vec_push(out, old.items[k * s + b]);
        vec_push(out, points.items[p]);
      }
    count = count * points.count <= WALK_POINTS ? count * points.count : 0;
  }
  vec_release(&points);
  vec_release(&old);
  return count;
}

/* Values that no atom of the input distinguishes are of one class; the first
 * represents it. */
static bool find_classes(walk *w, input *in) {
  if (walk_is_word(w, in)) return walk_find_word_classes(w, in);
  values points = {0};
  VEC(uint32_t) class = {0}, split = {0};
  const uint32_t count = combine_points(w, in, &points);
  const uint32_t each = in->symbol_count;
  for (uint32_t n = in->atoms; n != NONE; n = w->atoms.items[n].next) {
    atom *a = w->atoms.items + n;
    a->part = w->parts.count;
    add_parts(w, in, a->input, 0);
    a->part_count = w->parts.count - a->part;
  }
  in->classes = 1;
  for (uint32_t k = 0; k < count; k++) vec_push(&class, 0);
  for (uint32_t n = in->atoms; count && n != NONE;
       n = w->atoms.items[n].next) {
    vec_clear(&split);
    for (uint32_t k = 0; k < 2 * in->classes; k++) vec_push(&split, NONE);
    in->classes = 0;
    for (uint32_t k = 0; k < count; k++) {
      uint32_t *to = split.items + 2 * class.items[k] +
                     holds_at(w, points.items + k * each, w->atoms.items + n);
      if (*to == NONE) *to = in->classes++;
      class.items[k] = *to;
    }
  }
  in->values = w->values.count;
  for (uint32_t k = 0, found = 0; k < count; k++) {
    if (class.items[k] != found) continue;
    found++;
    for (uint32_t s = 0; s < each; s++)
      vec_push(&w->values, points.items[k * each + s]);
  }
  vec_release(&points);
  vec_release(&class);
  vec_release(&split);
  return count;
}

static void find_bits(walk *w, const input *in) {
  for (uint32_t n = in->atoms; n != NONE; n = w->atoms.items[n].next) {
    atom *a = w->atoms.items + n;
    a->bits = w->words.count;
    for (uint32_t k = 0; k < (in->classes + 63) / 64; k++)
      vec_push(&w->words, 0);
    uint64_t *words = w->words.items + a->bits;
    assert(in->classes);
    if (in->is_word) walk_find_word_bits(w, in, a);
    for (uint32_t k = 0; k < in->classes && !in->is_word; k++) {
      const uint64_t *point = w->values.items + in->values;
      if (in->is_decided ? holds_at(w, point + k * in->symbol_count, a) : k)
        words[k / 64] |= UINT64_C(1) << k % 64;
    }
  }
}

/* Order ------------------------------------------------------------------- */

/* Those that are read first come first: an order in which no diagram has an input
 * above an earlier one, if there is one; of several, the one with the earliest
 * symbols first. */
static void find_order(walk *w) {
  const uint32_t count = w->inputs.count;
  keys edges = {0};
  VEC(uint32_t) above = {0};    /* by input: how many must come before it */
  VEC(bool) is_placed = {0};
  for (uint32_t k = 0; k < count; k++) {
    vec_push(&above, 0);
    vec_push(&is_placed, false);
    vec_push(&w->by_rank, 0);
  }
  for (uint32_t k = 0; k < w->below.count; k++) {
    const uint32_t *pair = w->below.items[k].word;
    const uint32_t from = w->atoms.items[pair[0]].owner;
    const uint32_t to = w->atoms.items[pair[1]].owner;
    bool is_new = false;
    if (from != to) keys_add(&edges, from, to, 0, &is_new);
    if (is_new) above.items[to]++;
  }
  for (uint32_t rank = 0; rank < count; rank++) {
    uint32_t best = NONE;
    for (uint32_t k = 0; k < count; k++) {
      if (is_placed.items[k]) continue;
      const bool is_better =
          best == NONE || above.items[k] < above.items[best] ||
          (above.items[k] == above.items[best] &&
           w->inputs.items[k].least < w->inputs.items[best].least);
      if (is_better) best = k;
    }
    assert(best != NONE);
    is_placed.items[best] = true;
    w->by_rank.items[rank] = best;
    for (uint32_t k = 0; k < edges.count; k++)
      if (edges.items[k].word[0] == best) above.items[edges.items[k].word[1]]--;
  }
  keys_release(&edges);
  vec_release(&above);
  vec_release(&is_placed);
}

static void rank_atoms(walk *w) {
  while (w->ranks.count < w->atoms.count) vec_push(&w->ranks, 0);
  for (uint32_t rank = 0; rank < w->by_rank.count; rank++) {
    const input *in = w->inputs.items + w->by_rank.items[rank];
    for (uint32_t n = in->atoms; n != NONE; n = w->atoms.items[n].next)
      w->ranks.items[n] = rank;
  }
  formulas_rank(&w->formulas, w->ranks.items);
}

bool walk_find_inputs(walk *w, bool with_rest) {
  idmap loose = {0};
  bool is_ready = false, any = false;
  for (uint32_t k = 0; k < w->atoms.count; k++)
    unite(w, w->atoms.items + k);
  for (uint32_t k = 0; k < w->atoms.count; k++)
    if (!w->atoms.items[k].input.id)
      *idmap_at(&loose, root_of(w, w->atoms.items + k) + 1) = 1;
  while (!is_ready) {
    divide(w, &loose);
    is_ready = true;
    any = false;
    for (uint32_t k = 0; k < w->inputs.count; k++) {
      input *in = w->inputs.items + k;
      w->is_loose |= !in->is_decided;
      if (!in->is_decided) continue;
      any = true;
      add_symbols(w, in);
      if (find_classes(w, in)) continue;
      *idmap_at(&loose, in->root + 1) = 1;      /* too many values */
      is_ready = false;
    }
    if (w->is_loose && !with_rest) break;
  }
  idmap_release(&loose);
  if (!is_ready || !any || w->inputs.count > WALK_INPUTS ||
      (w->is_loose && !with_rest))
    return false;
  for (uint32_t k = 0; k < w->inputs.count; k++)
    find_bits(w, w->inputs.items + k);
  find_order(w);
  rank_atoms(w);
  return true;
}
