#include "zeq/graph.h"

#include "base/limits.h"

#include <string.h>

/*
 * A unique form of conjuncts.  Two paths with the same knowledge of a value often have
 * different conjuncts: "not 1, not 2, is 6" and "is 6".
 *
 * Comparisons of a term with numbers become the set of its values: the gaps between them,
 * merged.  A single remaining value replaces the term everywhere else; so does the truth of
 * each conjunct other than a comparison with a number.  The constraint stays equivalent,
 * slots included.
 */

static bool is_negation(const expr_node *n) {
  return n->op == EXPR_NOT && n->width == 1;
}

static void add_gap(zeq_core *c, expr term, uint64_t low, uint64_t high) {
  if (low <= high) vec_push(&c->gaps, ((zeq_gap) {term, low, high}));
}

/* The term lies in low..high, wrapping round, or it does not. */
static void add_range(zeq_core *c, expr term, unsigned width, uint64_t low,
                      uint64_t high, bool is_inside) {
  const uint64_t last = bits_mask(width);
  if (is_inside) {              /* what is outside is the gap */
    const uint64_t first = low;
    low = (high + 1) & last;
    high = (first - 1) & last;
  }
  if (low <= high) add_gap(c, term, low, high);
  else {
    add_gap(c, term, 0, high);
    add_gap(c, term, low, last);
  }
}

/* False: no comparison with a number, or a trivial one. */
static bool take_comparison(zeq_core *c, expr atom, bool holds) {
  const expr_node n = expr_get(c->table, atom);
  uint64_t bits;
  if (n.op < EXPR_EQ || n.op > EXPR_SLE) return false;
  const bool is_right = expr_value(c->table, n.arg[1], &bits);
  if (!is_right && !expr_value(c->table, n.arg[0], &bits)) return false;
  const expr term = n.arg[is_right ? 0 : 1];
  const unsigned width = expr_width(c->table, term);
  const uint64_t last = bits_mask(width);
  const bool is_signed = n.op == EXPR_SLT || n.op == EXPR_SLE;
  const uint64_t least = is_signed ? bits_sign(width) : 0;
  const uint64_t greatest = (least - 1) & last;
  const bool is_strict = n.op == EXPR_ULT || n.op == EXPR_SLT;
  if (expr_is_const(c->table, term)) return false;
  if (n.op == EXPR_EQ) add_range(c, term, width, bits, bits, holds);
  else if (is_right && is_strict) {     /* least .. bits - 1 */
    if (bits == least) return false;
    add_range(c, term, width, least, (bits - 1) & last, holds);
  } else if (is_right) {                /* least .. bits */
    if (bits == greatest) return false;
    add_range(c, term, width, least, bits, holds);
  } else if (is_strict) {               /* bits + 1 .. greatest */
    if (bits == greatest) return false;
    add_range(c, term, width, (bits + 1) & last, greatest, holds);
  } else {                              /* bits .. greatest */
    if (bits == least) return false;
    add_range(c, term, width, bits, greatest, holds);
  }
  return true;
}

/* Known terms ------------------------------------------------------------- */

static void know(zeq_core *c, expr term, expr value) {
  *idmap_at(&c->known, term.id) = value.id;
}

static expr bit(zeq_core *c, bool value) {
  return value ? expr_true(c->table) : expr_false(c->table);
}

/* The term with known subterms replaced; itself too, on request. */
static expr replaced(zeq_core *c, expr root, bool itself) {
  vec_clear(&c->todo);
  vec_push(&c->todo, root);
  expr result = root;
  while (c->todo.count) {
    const expr e = vec_last(&c->todo);
    const bool is_root = c->todo.count == 1;
    const uint64_t *known = idmap_find(&c->known, e.id);
    if (known && (itself || !is_root)) {
      result.id = (uint32_t) *known;
      c->todo.count--;
      continue;
    }
    const expr_node n = expr_get(c->table, e);
    const unsigned arity = expr_arity((expr_op) n.op);
    expr arg[3] = {{0}, {0}, {0}};
    bool is_ready = true, is_changed = false;
    for (unsigned k = 0; k < arity; k++) {
      const uint64_t *below = idmap_find(&c->known, n.arg[k].id);
      if (!below && expr_get(c->table, n.arg[k]).op <= EXPR_VAR) {
        arg[k] = n.arg[k];
      } else if (below) {
        arg[k].id = (uint32_t) *below;
        is_changed |= !expr_same(arg[k], n.arg[k]);
      } else {
        vec_push(&c->todo, n.arg[k]);
        is_ready = false;
      }
    }
    if (!is_ready) continue;
    result = is_changed ? expr_rebuild(c->table, e, arg) : e;
    /* What is known of the root must stay known. */
    if (!is_root || itself) know(c, e, result);
    c->todo.count--;
  }
  return result;
}

/* Gaps back to conjuncts --------------------------------------------------- */

static int by_place(const void *a, const void *b, void *table) {
  const zeq_gap *x = a, *y = b;
  const int order = expr_order(table, x->term, y->term);
  if (order) return order;
  if (x->low != y->low) return x->low < y->low ? -1 : 1;
  return x->high < y->high ? -1 : x->high > y->high;
}

/* Sorted, merged where they touch. */
static void merge_gaps(zeq_core *c) {
  uint32_t kept = 0;
  if (!c->gaps.count) return;
  qsort_r(c->gaps.items, c->gaps.count, sizeof *c->gaps.items, by_place,
          c->table);
  for (uint32_t k = 1; k < c->gaps.count; k++) {
    zeq_gap *last = c->gaps.items + kept, *g = c->gaps.items + k;
    if (expr_same(last->term, g->term) &&
        (g->low <= last->high || g->low - 1 == last->high)) {
      if (g->high > last->high) last->high = g->high;
    } else {
      c->gaps.items[++kept] = *g;
    }
  }
  c->gaps.count = kept + 1;
}

/* The only value left by the gaps of a term, if single. */
static bool only_value(const zeq_gap *g, uint32_t count, uint64_t last,
                       uint64_t *value) {
  uint64_t next = 0, values = 0;
  for (uint32_t k = 0; k <= count; k++) {
    const uint64_t end = k < count ? g[k].low : last;
    const bool is_open = k < count ? end > next : next <= last;
    if (is_open) {
      const uint64_t size = k < count ? end - next : last - next + 1;
      if (size != 1 || values++) return false;
      *value = next;
    }
    if (k == count || g[k].high == last) break;
    next = g[k].high + 1;
  }
  return values == 1;
}

static void add_conjunct_of(zeq_core *c, expr term, const zeq_gap *g) {
  expr_table *t = c->table;
  const unsigned width = expr_width(t, term);
  const uint64_t last = bits_mask(width);
  expr e;
  if (g->low == g->high) e = expr_ne(t, term, expr_const(t, width, g->low));
  else if (g->high == last)
    e = expr_binary(t, EXPR_ULT, term, expr_const(t, width, g->low));
  else if (!g->low)
    e = expr_binary(t, EXPR_ULT, expr_const(t, width, g->high), term);
  else
    e = expr_binary(t, EXPR_ULT, expr_const(t, width, g->high - g->low),
                    expr_binary(t, EXPR_SUB, term,
                                expr_const(t, width, g->low)));
  if (!expr_is_true(t, e)) vec_push(&c->conjuncts, e);
}

static uint32_t gaps_of_one(const zeq_core *c, uint32_t first) {
  uint32_t n = 1;
  while (first + n < c->gaps.count &&
         expr_same(c->gaps.items[first + n].term, c->gaps.items[first].term))
    n++;
  return n;
}

static void know_single_values(zeq_core *c) {
  for (uint32_t k = 0, n; k < c->gaps.count; k += n) {
    const expr term = c->gaps.items[k].term;
    const unsigned width = expr_width(c->table, term);
    uint64_t value;
    n = gaps_of_one(c, k);
    if (only_value(c->gaps.items + k, n, bits_mask(width), &value))
      know(c, term, expr_const(c->table, width, value));
  }
}

static void add_gap_conjuncts(zeq_core *c) {
  for (uint32_t k = 0, n; k < c->gaps.count; k += n) {
    const zeq_gap *g = c->gaps.items + k;
    const expr term = replaced(c, g->term, false);
    const unsigned width = expr_width(c->table, term);
    uint64_t value;
    n = gaps_of_one(c, k);
    if (expr_value(c->table, term, &value)) {
      for (uint32_t i = 0; i < n; i++)
        if (g[i].low <= value && value <= g[i].high)
          vec_push(&c->conjuncts, expr_false(c->table));
      continue;
    }
    if (only_value(g, n, bits_mask(width), &value)) {
      const expr e = expr_eq(c->table, term,
                             expr_const(c->table, width, value));
      vec_push(&c->conjuncts, e);
      continue;
    }
    for (uint32_t i = 0; i < n; i++)
      add_conjunct_of(c, term, c->gaps.items + k + i);
  }
}

/* One round; false if nothing is to be gained by another. */
static bool simplify_once(zeq_core *c) {
  bool is_changed = false;
  idmap_clear(&c->known);
  vec_clear(&c->gaps);
  vec_clear(&c->others);
  for (uint32_t k = 0; k < c->conjuncts.count; k++) {
    const expr e = c->conjuncts.items[k];
    const expr_node n = expr_get(c->table, e);
    const bool holds = !is_negation(&n);
    const expr atom = holds ? e : n.arg[0];
    if (expr_has(c->table, e, EXPR_HAS_UNINIT) ||
        !take_comparison(c, atom, holds))
      vec_push(&c->others, e);
    if (!expr_has(c->table, e, EXPR_HAS_UNINIT)) know(c, atom, bit(c, holds));
  }
  merge_gaps(c);
  know_single_values(c);
  vec_clear(&c->conjuncts);
  for (uint32_t k = 0; k < c->others.count; k++) {
    const expr e = c->others.items[k];
    const expr_node n = expr_get(c->table, e);
    const expr atom = is_negation(&n) ? n.arg[0] : e;
    expr left = replaced(c, atom, false);
    is_changed |= !expr_same(left, atom);
    if (is_negation(&n)) left = expr_not(c->table, left);
    zeq_add_parts(c, left);
  }
  add_gap_conjuncts(c);
  for (uint32_t k = 0; k < c->slot_terms.count; k++) {
    expr *e = c->slot_terms.items + k;
    if (!e->id) continue;
    const expr left = replaced(c, *e, true);
    is_changed |= !expr_same(left, *e);
    *e = left;
  }
  zeq_sort_once(c);
  return is_changed;
}

void zeq_simplify(zeq_core *c) {
  for (unsigned k = 0; k < limits.zeq_simplify_rounds && c->conjuncts.count; k++)
    if (!simplify_once(c)) return;
}
