#include "solver/links.h"

#include "base/limits.h"

#include <assert.h>
#include <stdlib.h>

/*
 * A model near another one.  The path's own model fulfils all but the newest condition,
 * and what it says of inputs that this one has nothing to do with can stay as it is.
 * With numbers in their place a sum over a whole file is one of a few bytes, and easy.
 *
 * First only the condition's own symbols are free, or some of them if they are many;
 * then some more that share conjuncts with them, so that a sum of all bytes can come out
 * the same: those of the fewest conjuncts, half of them zero now and half not, since a
 * byte that is zero cannot give way downwards.  (Where the condition's own are many,
 * others are no help: of 900 such questions of zlib's inflate they answered none.)
 * No such model says nothing.  A correct answer is obtained if this is omitted.
 */
typedef struct near {
  solver *s;
  const slice *q;
  const model *base;
  varset free;
  conjuncts all;                /* of the slice, ... */
  VEC(expr) left;               /* ... and what numbers leave of them */
  VEC(uint32_t) from;
  VEC(expr) to;
} near;

static uint64_t value_of(const near *n, uint32_t symbol) {
  uint64_t limbs[EXPR_MAX_LIMBS] = {0};
  const unsigned width = expr_symbol_width(n->s->table, symbol);
  model_get(n->base, n->s->table, symbol, limbs, (width + 63) / 64);
  return limbs[0];
}

/* The model's numbers for what is not free, but for wide ones. */
static void set_numbers(near *n) {
  expr_table *t = n->s->table;
  const uint32_t count = varset_count(t, n->q->vars);
  vec_clear(&n->from);
  vec_clear(&n->to);
  for (uint32_t k = 0; k < count; k++) {
    const uint32_t symbol = varset_symbols(t, n->q->vars)[k];
    const unsigned width = expr_symbol_width(t, symbol);
    if (varset_contains(t, n->free, symbol) || width > 64) continue;
    vec_push(&n->from, symbol);
    vec_push(&n->to, expr_const(t, width, value_of(n, symbol)));
  }
}

/* Only free symbols are left. */
static bool is_narrow(const near *n, expr e) {
  expr_table *t = n->s->table;
  const varset vars = varset_of(t, e);
  for (uint32_t k = 0; k < varset_count(t, vars); k++)
    if (!varset_contains(t, n->free, varset_symbols(t, vars)[k])) return false;
  return true;
}

static int by_content(const void *a, const void *b, void *table) {
  return expr_order(table, *(const expr *) a, *(const expr *) b);
}

/* Each once, and in one order whatever the path: to see that a slice was there before takes
 * long where it grew in another one. */
static slice *slice_from(near *n) {
  slice *all = NULL;
  uint32_t last = 0;
  if (n->left.count)
    qsort_r(n->left.items, n->left.count, sizeof *n->left.items, by_content, n->s->table);
  for (uint32_t k = 0; k < n->left.count; k++) {
    const expr e = n->left.items[k];
    if (e.id != last) all = slice_extend(&n->s->slices, n->s->table, all, NULL, e);
    last = e.id;
  }
  return all;
}

/* The slice over the free symbols; NULL: it has no model, or is not to be had. */
static slice *narrowed(near *n) {
  solver *s = n->s;
  set_numbers(n);
  vec_clear(&n->left);
  const uint32_t call = expr_substitution(s->table);
  for (uint32_t k = 0; k < n->all.count; k++) {
    expr e = n->all.items[k];
    if (!varset_intersects(s->table, varset_of(s->table, e), n->free)) continue;
    e = expr_substitute_in(s->table, call, e, n->from.items, n->to.items, n->from.count);
    if (expr_is_false(s->table, e) || !is_narrow(n, e)) return NULL;
    if (!expr_is_true(s->table, e)) vec_push(&n->left, e);
  }
  return slice_from(n);
}

/* The base with the values of the free symbols; NULL: it is no model. */
static const model *combined(near *n, const model *found) {
  solver *s = n->s;
  model *m = model_new(&s->slices, s->table, n->q->vars);
  const uint32_t count = varset_count(s->table, n->q->vars);
  for (uint32_t k = 0; k < count; k++) {
    uint64_t limbs[EXPR_MAX_LIMBS] = {0};
    const uint32_t symbol = varset_symbols(s->table, n->q->vars)[k];
    const unsigned width = expr_symbol_width(s->table, symbol);
    const bool is_found = found && varset_contains(s->table, found->vars, symbol) &&
                          varset_contains(s->table, n->free, symbol);
    model_get(is_found ? found : n->base, s->table, symbol, limbs, (width + 63) / 64);
    model_set(m, k, limbs);
  }
  vec_clear(&s->conjuncts);
  for (uint32_t k = 0; k < n->all.count; k++)
    vec_push(&s->conjuncts, n->all.items[k]);
  model_assign(s, m, n->q->vars);
  return model_holds(s) ? m : NULL;
}

/* A symbol, and how many conjuncts have it. */
typedef struct candidate { uint32_t symbol, uses; } candidate;

static int by_uses(const void *a, const void *b) {
  const candidate *x = a, *y = b;
  if (x->uses != y->uses) return x->uses < y->uses ? -1 : 1;
  return x->symbol < y->symbol ? -1 : x->symbol > y->symbol;
}

/* Some more become free, of those that share conjuncts with these; false: there are
 * none. */
static bool widen(near *n, varset these) {
  expr_table *t = n->s->table;
  varset shared = these;
  idmap uses = {0};
  for (uint32_t k = 0; k < n->all.count; k++) {
    const varset vars = varset_of(t, n->all.items[k]);
    for (uint32_t i = 0; i < varset_count(t, vars); i++)
      ++*idmap_at(&uses, (uint64_t) varset_symbols(t, vars)[i] + 1);
    if (n->free.id && varset_intersects(t, vars, these)) shared = varset_union(t, shared, vars);
  }
  VEC(candidate) found = {0};
  for (uint32_t i = 0; i < varset_count(t, shared); i++) {
    const uint32_t symbol = varset_symbols(t, shared)[i];
    if (!varset_contains(t, n->free, symbol))
      vec_push(&found, ((candidate) {symbol,
                                     (uint32_t) *idmap_at(&uses, (uint64_t) symbol + 1)}));
  }
  if (found.count) qsort(found.items, found.count, sizeof *found.items, by_uses);
  uint64_t left[2] = {limits.solver_near_symbols, limits.solver_near_symbols};
  for (uint32_t k = 0; k < found.count; k++) {
    const uint32_t symbol = found.items[k].symbol;
    uint64_t *room = left + (value_of(n, symbol) != 0);
    if (!*room) continue;
    --*room;
    n->free = varset_union(t, n->free, varset_of(t, expr_symbol(t, symbol)));
  }
  const bool any = found.count > 0;
  vec_release(&found);
  idmap_release(&uses);
  return any;
}

/* For a question with an input's values for most symbols: 5 ms at PRICE_CONFLICT. */
enum { MOST_CONFLICTS = 1000 };

const model *near_find(solver *s, const slice *q, const model *base, varset own) {
  assert(q->status == SLICE_OPEN && s->nesting);
  const bool is_small = varset_count(s->table, own) <= 2 * limits.solver_near_symbols;
  near n = {.s = s, .q = q, .base = base, .free = is_small ? own : (varset) {0}};
  const model *m = NULL;
  const uint64_t limit = s->limit, most = MOST_CONFLICTS;
  slice_collect(&s->slices, q, &n.all);
  const unsigned rounds = is_small ? 2 : 1;
  for (unsigned round = 0; round < rounds && !m; round++) {
    if ((round || !is_small) && !widen(&n, round ? n.free : own)) break;
    slice *rest = narrowed(&n);
    if (!rest) continue;
    s->limit = limit && limit < most ? limit : most;
    if (chain_decide(s, rest) == ANSWER_SAT) m = combined(&n, rest->model);
    s->limit = limit;
  }
  assert(!m || m->vars.id == q->vars.id);
  vec_release(&n.all);
  vec_release(&n.left);
  vec_release(&n.from);
  vec_release(&n.to);
  return m;
}
