#include "solver/wordset.h"

#include "base/bits.h"
#include "base/mem.h"

#include <assert.h>
#include <stdlib.h>

static unsigned width_of(const expr_table *t, varset word) {
  unsigned bits = 0;
  for (uint32_t k = 0; k < varset_count(t, word) && bits <= 64; k++)
    bits += expr_symbol_width(t, varset_symbols(t, word)[k]);
  return bits;
}

static uint64_t flipped(const expr_table *t, varset word, uint64_t value) {
  assert(width_of(t, word) && width_of(t, word) <= 64);
  return value ^ UINT64_C(1) << (width_of(t, word) - 1);
}

/* A part of a word that has a value, by a bit for each of the word's. */
typedef struct part {
  varset word;
  uint64_t value, known;
} part;

/* `bits` are the value of `e`, a symbol or several one behind the other. */
static bool put(const expr_table *t, part *p, expr e, uint64_t bits) {
  const expr_node n = expr_get(t, e);
  if (n.op == EXPR_CONCAT)
    return put(t, p, n.arg[1], bits) &&
           put(t, p, n.arg[0], bits >> expr_width(t, n.arg[1]));
  if (n.op != EXPR_VAR) return false;
  unsigned at = 0;
  for (uint32_t k = 0; k < varset_count(t, p->word); k++) {
    const uint32_t symbol = varset_symbols(t, p->word)[k];
    if (symbol == n.imm) {
      const uint64_t own = bits_mask(n.width) << at;
      if (p->known & own) return false;
      p->known |= own;
      p->value |= (bits & bits_mask(n.width)) << at;
      return true;
    }
    at += expr_symbol_width(t, symbol);
  }
  return false;
}

/* Equalities with numbers, of all parts of the word. */
static bool read_equality(const expr_table *t, part *p, expr e) {
  const expr_node n = expr_get(t, e);
  uint64_t number;
  if (n.op == EXPR_AND)
    return read_equality(t, p, n.arg[0]) && read_equality(t, p, n.arg[1]);
  if (n.op != EXPR_EQ) return false;
  if (expr_value(t, n.arg[0], &number)) return put(t, p, n.arg[1], number);
  return expr_value(t, n.arg[1], &number) && put(t, p, n.arg[0], number);
}

/* The term is the word's symbols from the one with number *next on, in their order. */
static bool is_in_order(const expr_table *t, varset word, expr e, uint32_t *next) {
  const expr_node n = expr_get(t, e);
  if (n.op == EXPR_CONCAT)
    return is_in_order(t, word, n.arg[1], next) && is_in_order(t, word, n.arg[0], next);
  return n.op == EXPR_VAR && *next < varset_count(t, word) &&
         varset_symbols(t, word)[(*next)++] == n.imm;
}

static bool is_word(const expr_table *t, varset word, expr e) {
  uint32_t next = 0;
  return is_in_order(t, word, e, &next) && next == varset_count(t, word);
}

/* The term is so many times the word, without overflow, if the word is at most `high`; 0: it is
 * something else. */
static uint64_t factor_of(const expr_table *t, varset word, expr e, uint64_t high) {
  const expr_node n = expr_get(t, e);
  uint64_t number, factor, most;
  if (expr_width(t, e) > 64) return 0;
  if (is_word(t, word, e)) return 1;
  switch (n.op) {
  case EXPR_ZEXT: return factor_of(t, word, n.arg[0], high);
  case EXPR_CONCAT:
    if (expr_value(t, n.arg[0], &number))
      return number ? 0 : factor_of(t, word, n.arg[1], high);
    if (!expr_value(t, n.arg[1], &number) || number) return 0;
    factor = factor_of(t, word, n.arg[0], high);
    number = UINT64_C(1) << expr_width(t, n.arg[1]);    /* below 2^64: see above */
    break;
  case EXPR_MUL: {
    const bool is_left = expr_value(t, n.arg[0], &number);
    if (!is_left && !expr_value(t, n.arg[1], &number)) return 0;
    factor = factor_of(t, word, n.arg[is_left], high);
    break;
  }
  default: return 0;
  }
  if (__builtin_mul_overflow(factor, number, &factor) ||
      __builtin_mul_overflow(factor, high, &most) || most > bits_mask(expr_width(t, e)))
    return 0;
  return factor;
}

/* A comparison OP of the word, or a multiple, with a number, on either side. */
typedef struct comparison {
  expr_op op;
  uint64_t factor;              /* of the word */
  uint64_t number;
  bool is_swapped;              /* number OP word */
  bool is_negated;
} comparison;

static bool read_comparison(const expr_table *t, varset word, uint64_t high, expr e,
                            comparison *c) {
  expr_node n = expr_get(t, e);
  *c = (comparison) {.factor = 1};
  if (n.op == EXPR_NOT) {
    c->is_negated = true;
    e = n.arg[0];
    n = expr_get(t, e);
  }
  c->op = n.op;
  switch (n.op) {
  case EXPR_EQ: case EXPR_AND: {
    part p = {.word = word};
    c->op = EXPR_EQ;
    if (read_equality(t, &p, e) && p.known == bits_mask(width_of(t, word))) {
      c->number = p.value;
      return true;
    }
    if (n.op == EXPR_AND) return false;
    break;
  }
  case EXPR_SLT: case EXPR_SLE: case EXPR_ULT: case EXPR_ULE: break;
  default: return false;
  }
  c->is_swapped = expr_value(t, n.arg[0], &c->number);
  if (!c->is_swapped && !expr_value(t, n.arg[1], &c->number)) return false;
  const expr other = n.arg[c->is_swapped];
  if (n.op == EXPR_SLT || n.op == EXPR_SLE) return is_word(t, word, other);
  c->factor = factor_of(t, word, other, high);
  return c->factor != 0;
}

bool wordset_is_of_multiple(const expr_table *t, expr conjunct) {
  expr_node n = expr_get(t, conjunct);
  uint64_t number;
  if (n.op == EXPR_NOT) n = expr_get(t, n.arg[0]);
  if (n.op != EXPR_ULT && n.op != EXPR_ULE && n.op != EXPR_EQ) return false;
  const bool is_swapped = expr_value(t, n.arg[0], &number);
  if (!is_swapped && !expr_value(t, n.arg[1], &number)) return false;
  n = expr_get(t, n.arg[is_swapped]);
  while (n.op == EXPR_ZEXT || n.op == EXPR_CONCAT)
    n = expr_get(t, n.arg[n.op == EXPR_CONCAT && expr_value(t, n.arg[0], &number)]);
  return n.op == EXPR_MUL;
}

/* Of an interval: what is below the number, or above; with the number itself or not. */
static void bound(uint64_t *low, uint64_t *high, uint64_t number, bool is_below,
                  bool with_number) {
  if (is_below) {
    if (!with_number && !number) *low = 1, *high = 0;
    else if (number - !with_number < *high) *high = number - !with_number;
  } else {
    if (!with_number && number == UINT64_MAX) *low = 1, *high = 0;
    else if (number + !with_number > *low) *low = number + !with_number;
  }
}

static bool is_strict(const comparison *c) {
  return (c->op == EXPR_ULT || c->op == EXPR_SLT) != c->is_negated;
}

static bool is_below(const comparison *c) { return c->is_swapped == c->is_negated; }

/* What the comparison of a multiple says of the word: factor * w < n if w < n / factor rounded
 * up, factor * w > n if w > n / factor rounded down, and so on.  False: that no multiple is the
 * number. */
static bool divide(comparison *c) {
  assert(c->factor);
  const uint64_t rest = c->number % c->factor;
  if (c->op == EXPR_EQ && rest) return false;
  c->number = c->number / c->factor + (rest && is_below(c) == is_strict(c));
  c->factor = 1;
  return true;
}

static bool apply(const expr_table *t, wordset *p, comparison *c) {
  if (!divide(c)) {
    if (!c->is_negated) p->low = 1, p->high = 0;
    return true;
  }
  if (c->op == EXPR_EQ && !c->is_negated) {
    bound(&p->low, &p->high, c->number, true, true);
    bound(&p->low, &p->high, c->number, false, true);
    return true;
  }
  if (c->op == EXPR_EQ) {
    if (c->number >= UINT32_MAX) return false;
    pmap_set(&p->excluded, &pmap_borrowed, (uint32_t) c->number + 1, p);
    return true;
  }
  const bool is_signed = c->op == EXPR_SLT || c->op == EXPR_SLE;
  if (is_signed)
    bound(&p->signed_low, &p->signed_high, flipped(t, p->word, c->number), is_below(c),
          !is_strict(c));
  else
    bound(&p->low, &p->high, c->number, is_below(c), !is_strict(c));
  return true;
}

/* No value that is left is greater. */
static uint64_t high_of(const expr_table *t, const wordset *p, varset word) {
  const uint64_t all = bits_mask(width_of(t, word)), top = all / 2 + 1;
  if (!p) return all;
  if (p->signed_low < top || p->signed_high < p->signed_low) return p->high;
  return p->signed_high - top < p->high ? p->signed_high - top : p->high;
}

/* The chain of one comparison more leaves no value that was gone before. */
static bool is_part_of(const wordset *p, const wordset *before) {
  return (p->low > p->high || (before->low <= p->low && p->high <= before->high)) &&
         (p->signed_low > p->signed_high || (before->signed_low <= p->signed_low &&
                                             p->signed_high <= before->signed_high)) &&
         p->excluded.count >= before->excluded.count;
}

wordset *wordset_extend(expr_table *t, const wordset *before, expr conjunct) {
  comparison c;
  const varset word = varset_of(t, conjunct);
  if (before ? before->word.id != word.id : !varset_count(t, word) || width_of(t, word) > 64)
    return NULL;
  if (!read_comparison(t, word, high_of(t, before, word), conjunct, &c)) return NULL;
  wordset *p = mem_zeroed(1, sizeof *p);
  if (before) {
    *p = *before;
    p->excluded = pmap_copy(before->excluded);
  } else {
    p->word = word;
    p->high = p->signed_high = bits_mask(width_of(t, word));
  }
  if (apply(t, p, &c)) {
    assert(!before || is_part_of(p, before));
    return p;
  }
  wordset_free(p);
  return NULL;
}

void wordset_free(wordset *p) {
  if (!p) return;
  pmap_release(&p->excluded, &pmap_borrowed);
  free(p);
}

static bool is_excluded(const wordset *p, uint64_t value) {
  return value < UINT32_MAX && pmap_get(&p->excluded, (uint32_t) value + 1);
}

bool wordset_has(const expr_table *t, const wordset *p, uint64_t value) {
  assert(value <= bits_mask(width_of(t, p->word)));
  const uint64_t sign = flipped(t, p->word, value);
  return value >= p->low && value <= p->high && sign >= p->signed_low &&
         sign <= p->signed_high && !is_excluded(p, value);
}

/* A value from low to high that is not excluded.  Steps that double pass dense cases soon; of
 * one value more than are excluded at least one is free. */
static bool find_between(const wordset *p, uint64_t low, uint64_t high, uint64_t *value) {
  if (low > high) return false;
  for (uint64_t step = 0; step <= high - low; step = step ? 2 * step : 1) {
    *value = low + step;
    if (!is_excluded(p, *value)) return true;
    if (step > (high - low) / 2) break;
  }
  for (uint64_t tried = 0; tried <= p->excluded.count && tried <= high - low; tried++) {
    *value = low + tried;
    if (!is_excluded(p, *value)) return true;
  }
  return false;
}

static uint64_t most(uint64_t a, uint64_t b) { return a > b ? a : b; }
static uint64_t least(uint64_t a, uint64_t b) { return a < b ? a : b; }

static bool find_any(const expr_table *t, const wordset *p, uint64_t *value) {
  const uint64_t top = UINT64_C(1) << (width_of(t, p->word) - 1);
  if (p->signed_low > p->signed_high) return false;
  /* The numbers without a sign, then those with: each is one interval either way. */
  if (p->signed_high >= top &&
      find_between(p, most(p->low, most(p->signed_low, top) - top),
                   least(p->high, p->signed_high - top), value))
    return true;
  return p->signed_low < top &&
         find_between(p, most(p->low, p->signed_low + top),
                      least(p->high, least(p->signed_high, top - 1) + top), value);
}

bool wordset_find(const expr_table *t, const wordset *p, uint64_t *value) {
  if (!find_any(t, p, value)) return false;
  assert(wordset_has(t, p, *value));
  return true;
}
