#include "merge/lattice.h"

#include <assert.h>
#include <string.h>

typedef struct row {
  const char *text;
  lattice_kind kind;
  bool needs_expressions;
} row;

static const row rows[] = {
#define LATTICE(NAME, TEXT, KIND, NEEDS, SENTENCE) \
  {TEXT, LATTICE_##KIND, NEEDS},
#include "merge/lattices.def"
};

const char *lattice_text(lattice l) {
  assert(l < LATTICES);
  return rows[l].text;
}
lattice_kind lattice_kind_of(lattice l) {
  assert(l < LATTICES);
  return rows[l].kind;
}
bool lattice_needs_expressions(lattice l) {
  assert(l < LATTICES);
  return rows[l].needs_expressions;
}

lattice lattice_find(const char *text) {
  unsigned k = 0;
  while (k < LATTICES && strcmp(rows[k].text, text)) k++;
  return (lattice) k;
}

/* What may be, as far as the solver knows. */
static bool may(solver *s, const path *p, expr condition) {
  return path_may(s, p, condition) != ANSWER_UNSAT;
}

/* Signs ------------------------------------------------------------------ */

enum { NEGATIVE = 1, ZERO = 2, POSITIVE = 4, ANY_SIGN = 7 };

static expr has_sign(expr_table *t, expr e, unsigned sign) {
  const expr zero = expr_const(t, expr_width(t, e), 0);
  switch (sign) {
  case 0: return expr_false(t);
  case NEGATIVE: return expr_binary(t, EXPR_SLT, e, zero);
  case ZERO: return expr_eq(t, e, zero);
  case POSITIVE: return expr_binary(t, EXPR_SLT, zero, e);
  case NEGATIVE | ZERO: return expr_binary(t, EXPR_SLE, e, zero);
  case ZERO | POSITIVE: return expr_binary(t, EXPR_SLE, zero, e);
  case NEGATIVE | POSITIVE: return expr_ne(t, e, zero);
  }
  return expr_true(t);
}

static lattice_element signs_of(solver *s, expr_table *t, const path *p,
                                expr e) {
  lattice_element found = {0};
  for (unsigned sign = NEGATIVE; sign <= POSITIVE; sign <<= 1)
    if (may(s, p, has_sign(t, e, sign))) found.low |= sign;
  return found;
}

/* Intervals -------------------------------------------------------------- */

/* Signed order as unsigned order. */
static expr flipped(expr_table *t, expr e) {
  const unsigned width = expr_width(t, e);
  return expr_binary(t, EXPR_XOR, e, expr_const(t, width, bits_sign(width)));
}

static lattice_element interval_of(solver *s, expr_table *t, const path *p,
                                   expr e) {
  assert(expr_width(t, e) <= 64);
  const unsigned width = expr_width(t, e);
  const expr f = flipped(t, e);
  lattice_element found;
  path_range(s, p, f, false, &found.low, &found.high);
  /* Mostly the bounds that stand in the path are reached. */
  if (path_may(s, p, expr_eq(t, f, expr_const(t, width, found.low))) !=
          ANSWER_SAT ||
      path_may(s, p, expr_eq(t, f, expr_const(t, width, found.high))) !=
          ANSWER_SAT)
    path_range(s, p, f, true, &found.low, &found.high);
  return found;
}

static expr in_interval(expr_table *t, lattice_element i, expr e) {
  const unsigned width = expr_width(t, e);
  const expr f = flipped(t, e);
  return expr_and(
      t, expr_binary(t, EXPR_ULE, expr_const(t, width, i.low), f),
      expr_binary(t, EXPR_ULE, f, expr_const(t, width, i.high)));
}

/* The next bound of a moving bound: a number often used in comparisons of sign or size. */
static lattice_element widened(unsigned width, lattice_element a,
                               lattice_element b) {
  const uint64_t zero = bits_sign(width), most = bits_mask(width);
  const uint64_t stops[] = {0, zero - 1, zero, zero + 1, most};
  lattice_element w = a;
  if (b.low < a.low)
    for (unsigned k = 0; k < 5; k++)
      if (stops[k] <= b.low) w.low = stops[k];
  if (b.high > a.high)
    for (unsigned k = 5; k-- > 0;)
      if (stops[k] >= b.high) w.high = stops[k];
  return w;
}

/* Low bits --------------------------------------------------------------- */

static uint64_t low_bits(uint64_t n) {
  assert(n <= 64);
  return n ? bits_mask((unsigned) n) : 0;
}

static lattice_element residue_of(solver *s, expr_table *t, const path *p,
                                  expr e, unsigned most) {
  const unsigned width = expr_width(t, e);
  if (most > width) most = width;
  uint64_t value;
  lattice_element found = {0};
  if (expr_value(t, e, &value)) {
    found.low = most;
  } else {
    value = path_value(s, p, e);
    while (found.low < most &&
           !may(s, p, expr_ne(t, expr_extract(t, e, (unsigned) found.low, 1),
                              expr_const(t, 1, value >> found.low & 1))))
      found.low++;
  }
  found.high = value & low_bits(found.low);
  return found;
}

static lattice_element joined_residue(lattice_element a, lattice_element b) {
  lattice_element j = {a.low < b.low ? a.low : b.low, 0};
  const uint64_t differ = a.high ^ b.high;
  if (differ && (uint64_t) __builtin_ctzll(differ) < j.low)
    j.low = (uint64_t) __builtin_ctzll(differ);
  j.high = a.high & low_bits(j.low);
  return j;
}

/* Predicates ------------------------------------------------------------- */

enum { MAY_FAIL = 1, MAY_HOLD = 2 };
static const uint64_t any_predicate = UINT64_MAX;

static expr holds(expr_table *t, expr e) {
  return expr_ne(t, e, expr_const(t, expr_width(t, e), 0));
}

static expr one_of(expr_table *t, uint64_t which, const expr *e,
                   uint32_t count) {
  expr any = expr_false(t);
  for (uint32_t k = 0; k < count; k++)
    if (which >> k & 1) any = expr_or(t, any, holds(t, e[k]));
  return any;
}

/* Nothing is known unless some predicate holds on each path. */
static lattice_element predicates_of(solver *s, expr_table *t, const path *p,
                                     const expr *e, uint32_t count) {
  lattice_element found = {0};
  if (count > LATTICE_EXPRESSIONS ||
      may(s, p, expr_not(t, one_of(t, any_predicate, e, count))))
    return (lattice_element) {any_predicate, 0};
  for (uint32_t k = 0; k < count; k++)
    if (may(s, p, holds(t, e[k]))) found.low |= UINT64_C(1) << k;
  return found;
}

/* The interface ---------------------------------------------------------- */

/* The words are valid in the sense of lattice.h. */
static bool is_element(lattice l, unsigned width, lattice_element a) {
  switch (l) {
  case LATTICE_SIGN: return a.low <= ANY_SIGN && !a.high;
  case LATTICE_INTERVAL: return a.low <= a.high && a.high <= bits_mask(width);
  case LATTICE_PARITY: return a.low <= 1 && !(a.high & ~low_bits(a.low));
  case LATTICE_CONGRUENCE: return a.low <= width && !(a.high & ~low_bits(a.low));
  case LATTICE_PRED: return a.low <= (MAY_HOLD | MAY_FAIL) && !a.high;
  case LATTICE_PRED_ANY: return !a.high;
  case LATTICE_ITE: case LATTICES: break;
  }
  return !a.low && !a.high;
}

static lattice_element element_of(lattice l, solver *s, expr_table *t, const path *p,
                                  const expr *e, uint32_t count) {
  switch (l) {
  case LATTICE_ITE: case LATTICES: break;
  case LATTICE_SIGN: return signs_of(s, t, p, *e);
  case LATTICE_INTERVAL: return interval_of(s, t, p, *e);
  case LATTICE_PARITY: return residue_of(s, t, p, *e, 1);
  case LATTICE_CONGRUENCE: return residue_of(s, t, p, *e, 64);
  case LATTICE_PRED: {
    const expr yes = holds(t, *e);
    return (lattice_element) {(may(s, p, yes) ? MAY_HOLD : 0) |
                              (may(s, p, expr_not(t, yes)) ? MAY_FAIL : 0), 0};
  }
  case LATTICE_PRED_ANY: return predicates_of(s, t, p, e, count);
  }
  return (lattice_element) {0};
}

lattice_element lattice_abstract(lattice l, solver *s, expr_table *t, const path *p,
                                 const expr *e, uint32_t count) {
  assert(count && count <= LATTICE_EXPRESSIONS);
  assert(lattice_kind_of(l) == LATTICE_ALL || count == 1);
  const lattice_element found = element_of(l, s, t, p, e, count);
  assert(is_element(l, expr_width(t, *e), found));
  return found;
}

lattice_element lattice_top(lattice l, unsigned width) {
  switch (l) {
  case LATTICE_SIGN: return (lattice_element) {ANY_SIGN, 0};
  case LATTICE_INTERVAL: return (lattice_element) {0, bits_mask(width)};
  case LATTICE_PRED: return (lattice_element) {MAY_HOLD | MAY_FAIL, 0};
  case LATTICE_PRED_ANY: return (lattice_element) {any_predicate, 0};
  case LATTICE_ITE: case LATTICE_PARITY: case LATTICE_CONGRUENCE:
  case LATTICES: break;
  }
  return (lattice_element) {0};
}

bool lattice_is_top(lattice l, unsigned width, lattice_element a) {
  const lattice_element top = lattice_top(l, width);
  return a.low == top.low && a.high == top.high;
}

lattice_element lattice_join(lattice l, unsigned width, lattice_element a,
                             lattice_element b) {
  assert(is_element(l, width, a) && is_element(l, width, b));
  switch (l) {
  case LATTICE_SIGN: case LATTICE_PRED: case LATTICE_PRED_ANY:
    return (lattice_element) {a.low | b.low, 0};
  case LATTICE_INTERVAL:
    return (lattice_element) {a.low < b.low ? a.low : b.low,
                              a.high > b.high ? a.high : b.high};
  case LATTICE_PARITY: case LATTICE_CONGRUENCE: return joined_residue(a, b);
  case LATTICE_ITE: case LATTICES: break;
  }
  return (lattice_element) {0};
}

lattice_element lattice_widen(lattice l, unsigned width,
                              lattice_element before, lattice_element now) {
  /* The others are finite, and no chain in them is longer than the width. */
  const lattice_element wide = l == LATTICE_INTERVAL ? widened(width, before, now)
                                                     : lattice_join(l, width, before, now);
  assert(lattice_leq(l, width, before, wide) && lattice_leq(l, width, now, wide));
  return wide;
}

bool lattice_leq(lattice l, unsigned width, lattice_element a,
                 lattice_element b) {
  const lattice_element j = lattice_join(l, width, a, b);
  return j.low == b.low && j.high == b.high;
}

expr lattice_constraint(lattice l, expr_table *t, lattice_element a,
                        const expr *e, uint32_t count) {
  assert(count && is_element(l, expr_width(t, *e), a));
  switch (l) {
  case LATTICE_ITE: case LATTICES: break;
  case LATTICE_SIGN: return has_sign(t, *e, (unsigned) a.low);
  case LATTICE_INTERVAL: return in_interval(t, a, *e);
  case LATTICE_PARITY: case LATTICE_CONGRUENCE:
    if (!a.low) break;
    return expr_eq(t, expr_extract(t, *e, 0, (unsigned) a.low),
                   expr_const(t, (unsigned) a.low, a.high));
  case LATTICE_PRED:
    if (a.low == MAY_HOLD) return holds(t, *e);
    if (a.low == MAY_FAIL) return expr_not(t, holds(t, *e));
    break;
  case LATTICE_PRED_ANY:
    if (a.low == any_predicate) break;
    return one_of(t, a.low, e, count);
  }
  return expr_true(t);
}
