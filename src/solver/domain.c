#include "solver/domain.h"

#include "base/limits.h"
#include "expr/fold.h"
#include "expr/varset.h"

#include <assert.h>

/* No other symbol is in the term. */
static bool is_only_symbol(expr_table *t, expr e, uint32_t symbol) {
  const varset vars = varset_of(t, e);
  const uint32_t count = varset_count(t, vars);
  return expr_symbol_width(t, symbol) <= 8 &&
         (!count || (count == 1 && varset_symbols(t, vars)[0] == symbol));
}

static void release(idmap *m) {
  for (uint32_t i = 0; i < m->capacity; i++)
    free((void *) (uintptr_t) m->slots[i].value);
  idmap_release(m);
}

void domain_cache_release(domain_cache *c) {
  release(&c->found);
  release(&c->tables);
  columns_release(&c->columns);
}

/* Conditions whose values are remembered: 32 bytes and a slot of a map each.  A table takes the
 * room of many domains. */
enum { MOST_DOMAINS = SIZED(1 << 15, 16) };

void domain_cache_trim(domain_cache *c) {
  if (c->found.count > MOST_DOMAINS) release(&c->found);
  if (c->tables.count > MOST_DOMAINS / 16) release(&c->tables);
}

/* Its terms are no roots. */
void domain_cache_forget(domain_cache *c) { columns_release(&c->columns); }

const uint64_t *domain_values(domain_cache *c, expr_table *t, evaluator *eval, expr term,
                              uint32_t symbol) {
  assert(expr_width(t, term) <= 64 && is_only_symbol(t, term, symbol));
  uint64_t *at = idmap_at(&c->tables, term.id);
  if (*at) return (const uint64_t *) (uintptr_t) *at;
  const unsigned values = 1u << expr_symbol_width(t, symbol);
  uint64_t *all = mem_zeroed(values, sizeof *all);
  const uint64_t *column = columns_of(&c->columns, t, term, symbol);
  if (column) memcpy(all, column, values * sizeof *all);
  for (unsigned v = 0; v < values && !column; v++) {
    evaluator_assign(eval, symbol, v);
    all[v] = evaluator_value(eval, term);
  }
  *at = (uint64_t) (uintptr_t) all;
  return all;
}

static bool is_comparison(unsigned op) {
  return op == EXPR_EQ || op == EXPR_ULT || op == EXPR_ULE || op == EXPR_SLT ||
         op == EXPR_SLE;
}

/* A term that is compared with a number mostly is with others, too: a switch, bounds. */
static bool by_values(domain_cache *c, expr_table *t, evaluator *eval, expr condition,
                      uint32_t symbol, unsigned values, domain *d) {
  expr_node n = expr_get(t, condition);
  const bool negated = n.op == EXPR_NOT;
  if (negated) n = expr_get(t, n.arg[0]);
  if (!is_comparison(n.op)) return false;
  const unsigned width = expr_width(t, n.arg[0]);
  uint64_t number;
  const unsigned side = expr_value(t, n.arg[0], &number) ? 1 : 0;
  if (width > 64 || (!side && !expr_value(t, n.arg[1], &number)) ||
      varset_count(t, varset_of(t, n.arg[side])) != 1)
    return false;               /* a table has as many values as the symbol */
  const uint64_t *of = domain_values(c, t, eval, n.arg[side], symbol);
  for (unsigned v = 0; v < values; v++)
    if (fold_word((expr_op) n.op, 1, width, 0, side ? number : of[v],
                  side ? of[v] : number, 0) != negated)
      d->bits[v / 64] |= UINT64_C(1) << v % 64;
  return true;
}

/* No value that is too wide for the symbol. */
static bool is_within(const domain *d, unsigned values) {
  for (unsigned i = 0; i < 4; i++) {
    const unsigned room = values > 64 * i ? values - 64 * i : 0;
    if (room < 64 && d->bits[i] >> room) return false;
  }
  return true;
}

/* A negation has the other values: branches ask for both. */
static bool by_negation(domain_cache *c, expr_table *t, expr condition,
                        unsigned values, domain *d) {
  const uint64_t *at = idmap_find(&c->found, expr_not(t, condition).id);
  if (!at || !*at) return false;
  const domain *other = (const domain *) (uintptr_t) *at;
  for (unsigned i = 0; 64 * i < values; i++)
    d->bits[i] = ~other->bits[i] & (values < 64 ? (UINT64_C(1) << values) - 1
                                                : UINT64_MAX);
  return true;
}

const domain *domain_of(domain_cache *c, expr_table *t, evaluator *eval,
                        expr condition, uint32_t symbol) {
  assert(expr_width(t, condition) == 1 && is_only_symbol(t, condition, symbol));
  uint64_t *at = idmap_at(&c->found, condition.id);
  if (*at) return (const domain *) (uintptr_t) *at;
  domain *d = mem_zeroed(1, sizeof *d);
  const unsigned values = 1u << expr_symbol_width(t, symbol);
  if (!by_negation(c, t, condition, values, d) &&
      !by_values(c, t, eval, condition, symbol, values, d)) {
    const uint64_t *column = columns_of(&c->columns, t, condition, symbol);
    for (unsigned v = 0; v < values; v++) {
      if (!column) evaluator_assign(eval, symbol, v);
      if (column ? column[v] : evaluator_value(eval, condition))
        d->bits[v / 64] |= UINT64_C(1) << v % 64;
    }
  }
  assert(is_within(d, values));
  *at = (uint64_t) (uintptr_t) d;
  return d;
}
