#ifndef COMPACT_CLOSED_H
#define COMPACT_CLOSED_H

#include "base/vec.h"
#include "expr/expr.h"
#include "expr/varset.h"

/*
 * Values carried from iteration to iteration, and their values after any number of
 * iterations: Algorithm 1 of the paper with more kinds of progressions.
 *
 * A symbol denotes each value at the start of an iteration; `next` is the value at the end,
 * over these symbols and over terms unchanged by the loop.  A closed form is exact in two's
 * complement at the value's own width, for each number of iterations in 64 bits.
 */
typedef enum closed_kind {
  CLOSED_NONE,                  /* no form is known (yet) */
  CLOSED_SERIES,                /* part[0] + part[1] C(n,1) + part[2] C(n,2) ... */
  CLOSED_LAST,                  /* from the iteration before alone */
  CLOSED_ONCE,                  /* the second iteration changes nothing more */
  CLOSED_TOGGLE,                /* the second iteration undoes the first */
  CLOSED_AFFINE,                /* factor * value + part[0] */
  CLOSED_WRITE,                 /* a cell written by at most one iteration */
} closed_kind;

enum { CLOSED_PARTS = 4 };      /* of a series: up to C(n,3) */

typedef struct carried {
  /* Location: a register, or bytes of an object. */
  uint32_t reg;                 /* if name is 0 */
  uint32_t name;
  uint64_t offset;
  uint32_t bytes;
  unsigned width;               /* in bits, 64 at most */
  uint32_t symbol;
  expr origin;                  /* not {0}: the symbol is the distance from this origin, so
                                 * a pointer's object stays known */
  expr start, next;             /* of the symbol */
  bool is_open;                 /* an unknown pointer inside: following the pointer would
                                 * decide more than a value */
  closed_kind kind;
  expr part[CLOSED_PARTS];
  uint64_t factor;
  uint32_t chain;               /* of a write: cells that the write depends on, itself
                                 * included, one after the other */
  expr when;                    /* of a write: the writing iteration ... */
  expr whether;                 /* ... if some iteration writes; {0}: always */
} carried;

typedef VEC(carried) carried_list;

/* The carried value of the symbol; NULL: none. */
const carried *carried_of(const carried_list *, uint64_t symbol);
/* Whether the term depends on carried values, or on a carried symbol. */
bool carried_occurs(expr_table *, const carried_list *, expr);
bool carried_uses(expr_table *, expr, uint32_t symbol);

/* Finds forms for as many values as possible; false if a value has none. */
bool closed_solve(expr_table *, carried_list *);

/* The term at the start of iteration n, counted from 0, of 64 bits. */
expr closed_at(expr_table *, const carried_list *, expr, expr n);
/* The value of a symbol then. */
expr closed_value(expr_table *, const carried_list *, const carried *, expr n);

/* The term as a series over iterations: coefficients, and their number; 0: not a series. */
unsigned closed_series(expr_table *, const carried_list *, expr,
                       expr part[CLOSED_PARTS]);

#endif
