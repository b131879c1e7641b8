#ifndef SOLVER_COLUMNS_H
#define SOLVER_COLUMNS_H

#include "base/idmap.h"
#include "base/vec.h"
#include "expr/expr.h"

/*
 * Terms over one symbol of at most 8 bits, evaluated on all of its values at once: a term
 * has a column of numbers, one for each value, made of the columns of its operands.
 * Columns stay: a hash of a long name is asked about at every step, and each step's term
 * has the one before as an operand.  All are of one symbol.
 */
typedef struct columns {
  idmap places;                 /* expr -> plus one, the place of its column */
  VEC(uint64_t) numbers;
  VEC(uint32_t) open;           /* terms that wait for their operands */
  uint32_t symbol;
} columns;

/* One number for each value of the symbol; valid until the next call.  NULL: the term, or
 * one below, is wider than 64 bits or open to evaluation, or there are too many. */
const uint64_t *columns_of(columns *, expr_table *, expr, uint32_t symbol);

void columns_release(columns *);

#endif
