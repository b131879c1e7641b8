#ifndef SOLVER_DOMAIN_H
#define SOLVER_DOMAIN_H

#include "base/idmap.h"
#include "base/vec.h"
#include "expr/eval.h"
#include "solver/columns.h"

#include <assert.h>

/*
 * The values of a symbol of at most 8 bits for which a condition holds: a set of 256 bits,
 * found once a condition by evaluation on every value.  Decides a slice over a single byte
 * exactly, model included.
 */
typedef struct domain { uint64_t bits[4]; } domain;

typedef struct domain_cache {
  idmap found;                  /* expr -> domain * */
  idmap tables;                 /* expr -> values, for each value of the symbol */
  columns columns;              /* of terms below these */
} domain_cache;

void domain_cache_release(domain_cache *);

/* The condition's only symbol is `symbol`, of at most 8 bits.  Lives until the next
 * trim. */
const domain *domain_of(domain_cache *, expr_table *, evaluator *,
                        expr condition, uint32_t symbol);

/* The term's values, at most 64 bits wide, for each value of its only symbol.  Evaluation
 * must be able to decide the term. */
const uint64_t *domain_values(domain_cache *, expr_table *, evaluator *, expr term,
                              uint32_t symbol);

/* Empties a large cache.  The terms of the cache are roots. */
void domain_cache_trim(domain_cache *);

/* In a sweep: drops terms that are no roots. */
void domain_cache_forget(domain_cache *);

static inline bool domain_has(const domain *d, unsigned value) {
  return d->bits[value / 64] >> value % 64 & 1;
}

/* The intersection into *out; false: empty. */
static inline bool domain_meet(const domain *a, const domain *b, domain *out) {
  uint64_t any = 0;
  for (unsigned i = 0; i < 4; i++)
    any |= out->bits[i] = a->bits[i] & b->bits[i];
  return any != 0;
}

/* The least member of a nonempty set. */
static inline unsigned domain_least(const domain *d) {
  unsigned i = 0;
  assert(d->bits[0] | d->bits[1] | d->bits[2] | d->bits[3]);
  while (!d->bits[i]) i++;
  return 64 * i + (unsigned) __builtin_ctzll(d->bits[i]);
}

#endif
