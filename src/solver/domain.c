#include "solver/domain.h"

#include "base/limits.h"

void domain_cache_release(domain_cache *c) {
  for (uint32_t i = 0; i < c->found.capacity; i++)
    free((void *) (uintptr_t) c->found.slots[i].value);
  idmap_release(&c->found);
}

void domain_cache_trim(domain_cache *c) {
  if (c->found.count > limits.solver_domains) domain_cache_release(c);
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
  uint64_t *at = idmap_at(&c->found, condition.id);
  if (*at) return (const domain *) (uintptr_t) *at;
  domain *d = mem_zeroed(1, sizeof *d);
  const unsigned values = 1u << expr_symbol_width(t, symbol);
  if (!by_negation(c, t, condition, values, d))
    for (unsigned v = 0; v < values; v++) {
      evaluator_assign(eval, symbol, v);
      if (evaluator_value(eval, condition))
        d->bits[v / 64] |= UINT64_C(1) << v % 64;
    }
  *at = (uint64_t) (uintptr_t) d;
  return d;
}
