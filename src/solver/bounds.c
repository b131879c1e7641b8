#include "solver/links.h"

#include "expr/range.h"

#include <assert.h>

/* Narrows by a conjunct of the form `e < constant` or the like. */
static void narrow(const expr_table *t, expr conjunct, expr e, uint64_t *low,
                   uint64_t *high) {
  expr_node n = expr_get(t, conjunct);
  const bool negated = n.op == EXPR_NOT;
  if (negated) n = expr_get(t, n.arg[0]);
  uint64_t c;
  if (n.op != EXPR_ULT && n.op != EXPR_ULE && n.op != EXPR_EQ) return;
  const bool left = expr_same(n.arg[0], e);
  if (!(left ? expr_value(t, n.arg[1], &c)
             : expr_same(n.arg[1], e) && expr_value(t, n.arg[0], &c))) return;
  if (n.op == EXPR_EQ) {
    if (!negated) *low = *high = c;
    return;
  }
  /* e < c, e <= c, c < e, c <= e; negation reverses the relation. */
  const bool below = left != negated;
  const bool strict = (n.op == EXPR_ULT) != negated;
  if (strict && c == (below ? 0 : UINT64_MAX)) return;
  if (below && c - strict < *high) *high = c - strict;
  if (!below && c + strict > *low) *low = c + strict;
}

/* Conjuncts of a slice that are looked at for bounds of a term: less than half of
 * PRICE_DIFFERENCE at PRICE_VISIT each, so asking for bounds costs no more than a query. */
enum { LOOKED_AT = 64 };

static void narrow_by_slices(solver *s, expr e, uint64_t *low,
                             uint64_t *high) {
  for (uint32_t i = 0; i < s->touched.count; i++) {
    const slice *q = s->touched.items[i];
    for (uint32_t j = 0; q && j < LOOKED_AT; j++, q = q->left)
      if (q->conjunct.id) narrow(s->table, q->conjunct, e, low, high);
  }
}

/* Moves *bound, a value that is not excluded yet, towards `best`, a value that
 * the term can have, as far as queries show that nothing lies between. */
static void tighten(solver *s, const path *p, expr e, bool upper,
                    uint64_t *bound, uint64_t best) {
  expr_table *t = s->table;
  const unsigned width = expr_width(t, e);
  while (*bound != best) {
    const uint64_t half = (upper ? *bound - best : best - *bound) / 2;
    const uint64_t middle = upper ? *bound - half : *bound + half;
    const expr c = expr_const(t, width, middle);
    const expr beyond = upper ? expr_binary(t, EXPR_ULE, c, e)
                              : expr_binary(t, EXPR_ULE, e, c);
    s->stats.queries++;
    answer a = ANSWER_SAT;
    uint64_t value = middle;
    if (!expr_is_const(t, beyond)) {
      path_touch(s, p, varset_of(t, beyond));
      const slice *q = path_ask(s, beyond, &a);
      if (a == ANSWER_SAT) {
        model_assign(s, q->model, varset_of(t, e));
        value = evaluator_value(s->eval, e);
      }
    } else if (expr_is_false(t, beyond)) {
      a = ANSWER_UNSAT;
    }
    if (a == ANSWER_UNKNOWN) return;
    if (a == ANSWER_SAT) best = value;
    else *bound = upper ? middle - 1 : middle + 1;
  }
}

/* Of a term over one byte that hangs together with no other: its values are looked at. */
static bool by_values(solver *s, expr e, uint64_t *low, uint64_t *high) {
  uint32_t symbol;
  const varset vars = varset_of(s->table, e);
  if (!domain_applies(s, vars, &symbol) || expr_has(s->table, e, EXPR_IS_OPEN) ||
      s->touched.count > 1)
    return false;
  domain d = {{UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX}};
  if (s->touched.count) {
    slice *q = s->touched.items[0];
    if (q->vars.id != vars.id || !slice_domain(s, q, symbol, &d)) return false;
  }
  const uint64_t *of = domain_values(&s->domains, s->table, s->eval, e, symbol);
  *low = UINT64_MAX;
  *high = 0;
  for (unsigned v = 0; v < 1u << expr_symbol_width(s->table, symbol); v++) {
    if (!domain_has(&d, v)) continue;
    if (of[v] < *low) *low = of[v];
    if (of[v] > *high) *high = of[v];
  }
  s->stats.by_domain++;
  return true;
}

void path_range(solver *s, const path *p, expr e, bool exact, uint64_t *low,
                uint64_t *high) {
  if (s->sole) e = sole_term(s, e);
  const unsigned width = expr_width(s->table, e);
  assert(width <= 64);
  *low = 0;
  *high = bits_mask(width);
  if (s->options.range) {
    const range r = range_of(s->table, e);
    *low = r.low;
    *high = r.high;
  }
  uint64_t c;
  if (expr_value(s->table, e, &c)) *low = *high = c;
  if (*low == *high) return;
  solver_begin(s);
  path_touch(s, p, varset_of(s->table, e));
  narrow_by_slices(s, e, low, high);
  if (exact && *low != *high && !p->uncertain && !by_values(s, e, low, high)) {
    /* Of floats a model leaves some bits open: its value may be none that the path has. */
    const uint64_t value = path_value(s, p, e);
    const bool is_between = *low <= value && value <= *high;
    assert(is_between || expr_has(s->table, e, EXPR_IS_OPEN));
    if (is_between) tighten(s, p, e, false, low, value);
    if (is_between) tighten(s, p, e, true, high, value);
  }
  solver_end(s);
  assert(*low <= *high || p->uncertain);
}
