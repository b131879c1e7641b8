#ifndef EXPR_VARSET_H
#define EXPR_VARSET_H

#include "expr/expr.h"

/*
 * Sets of symbols, interned: equal sets have equal handles, {0} is empty.
 * The set of a term is found once and kept with it, so that asking whether
 * two constraints share a symbol costs little.  A bound symbol is none of its
 * quantifier's.  Sets belong to the table.
 */
typedef struct varset { uint32_t id; } varset;

varset varset_of(expr_table *, expr);
varset varset_union(expr_table *, varset, varset);
bool varset_intersects(const expr_table *, varset, varset);
/* Whether a symbol of the set is in the term's, which is not made: cheaper for a large
 * term. */
bool varset_touches(expr_table *, expr, varset);
bool varset_contains(const expr_table *, varset, uint32_t symbol);
uint32_t varset_count(const expr_table *, varset);
/* Ascending; valid until the next set is made. */
const uint32_t *varset_symbols(const expr_table *, varset);

/* What making sets cost so far, in units of explore/cost.h: four symbols are merged, hashed
 * and copied in one (bench/guard/odd.c). */
uint64_t varset_work(const expr_table *);

#endif
