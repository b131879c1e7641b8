#ifndef EXPR_RANGE_H
#define EXPR_RANGE_H

#include "expr/expr.h"

/*
 * Facts about a term without a solver: an unsigned interval and the bits that are certainly
 * zero or certainly one; sound for every assignment.  Only for terms of at most 64 bits;
 * wider terms have no facts.  Computed once and kept with the term.
 */
typedef struct range {
  uint64_t low, high;           /* low <= value <= high, unsigned */
  uint64_t zeros, ones;         /* bits known to be 0, to be 1; disjoint */
} range;

range range_of(expr_table *, expr);

#endif
