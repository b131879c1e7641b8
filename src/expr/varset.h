#ifndef EXPR_VARSET_H
#define EXPR_VARSET_H

#include "expr/expr.h"

/*
 * Sets of symbols, interned: equal sets have equal handles, {0} is empty.  The set of a
 * term is found once and kept with the term, so a test whether two constraints share a
 * symbol is cheap.  The bound symbol of a quantifier is not in the set.  Sets belong to the
 * table.
 */
typedef struct varset { uint32_t id; } varset;

varset varset_of(expr_table *, expr);
varset varset_union(expr_table *, varset, varset);
bool varset_intersects(const expr_table *, varset, varset);
/* Whether the term has a symbol of the set; does not make the term's set: cheaper for a
 * large term. */
bool varset_touches(expr_table *, expr, varset);
bool varset_contains(const expr_table *, varset, uint32_t symbol);
uint32_t varset_count(const expr_table *, varset);
/* Ascending; valid until the next set is made. */
const uint32_t *varset_symbols(const expr_table *, varset);

/* Cost of making sets so far, in units of explore/cost.h: a unit merges, hashes and copies
 * four symbols (bench/guard/odd.c). */
uint64_t varset_work(const expr_table *);

#endif
