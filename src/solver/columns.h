#ifndef SOLVER_COLUMNS_H
#define SOLVER_COLUMNS_H

#include "base/idmap.h"
#include "base/vec.h"
#include "expr/expr.h"

/*
 * Terms over a symbol of at most 8 bits, evaluated on all 256 values at once: a term has a
 * column of numbers, a number for each value, made of the operands' columns.  Columns stay:
 * a hash of a long name is asked about at every step, and each step's term has the previous
 * step's as an operand.  All columns are of the same symbol.
 */
typedef struct columns {
  idmap places;                 /* expr -> 1 + the place of the column */
  VEC(uint64_t) numbers;
  VEC(uint32_t) open;           /* terms waiting for operands */
  uint32_t symbol;
} columns;

/* A number for each value of the symbol; valid until the next call.  NULL: a term is wider
 * than 64 bits or open to evaluation, or there are too many terms. */
const uint64_t *columns_of(columns *, expr_table *, expr, uint32_t symbol);

void columns_release(columns *);

#endif
