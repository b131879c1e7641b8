#ifndef COMPACT_CLOSED_H
#define COMPACT_CLOSED_H

#include "base/vec.h"
#include "expr/expr.h"
#include "expr/varset.h"

/*
 * Values that a loop carries from iteration to iteration, and what they are
 * after any number of iterations: Algorithm 1 of the paper with more kinds of
 * progressions.
 *
 * A symbol stands for each value at the start of an iteration; `next` is its
 * value at the end, over these symbols and over terms that the loop leaves
 * alone.  A closed form is exact in two's complement at the value's own width,
 * for each number of iterations in 64 bits.
 */
typedef enum closed_kind {
  CLOSED_NONE,                  /* no form is known (yet) */
  CLOSED_SERIES,                /* part[0] + part[1] C(n,1) + part[2] C(n,2) ... */
  CLOSED_LAST,                  /* from the iteration before alone */
  CLOSED_ONCE,                  /* the second iteration changes nothing more */
  CLOSED_TOGGLE,                /* the second iteration undoes the first */
  CLOSED_AFFINE,                /* factor * value + part[0] */
  CLOSED_WRITE,                 /* a cell that one iteration at most writes */
} closed_kind;

enum { CLOSED_PARTS = 4 };      /* of a series: up to C(n,3) */

typedef struct carried {
  /* Where it lives: a register, or bytes of an object. */
  uint32_t reg;                 /* if name is 0 */
  uint32_t name;
  uint64_t offset;
  uint32_t bytes;
  unsigned width;               /* in bits, 64 at most */
  uint32_t symbol;
  expr origin;                  /* not {0}: the symbol is the distance from it,
                                 * so that a pointer's object stays known */
  expr start, next;             /* of the symbol */
  bool is_open;                 /* an unknown pointer is in it: following that
                                 * would decide more than a value */
  closed_kind kind;
  expr part[CLOSED_PARTS];
  uint64_t factor;
  uint32_t chain;               /* of a write: cells that it depends on, itself
                                 * included, one after the other */
  expr when;                    /* of a write: which iteration does it ... */
  expr whether;                 /* ... if any does; {0}: one does */
} carried;

typedef VEC(carried) carried_list;

/* The carried value of the symbol; NULL: none. */
const carried *carried_of(const carried_list *, uint64_t symbol);
/* Whether the term depends on what the loop carries, or on its symbol. */
bool carried_occurs(expr_table *, const carried_list *, expr);
bool carried_uses(expr_table *, expr, uint32_t symbol);

/* Finds forms for as many as it can; false if some have none. */
bool closed_solve(expr_table *, carried_list *);

/* The term as it is at the start of iteration n, counted from 0, of 64 bits. */
expr closed_at(expr_table *, const carried_list *, expr, expr n);
/* The value of a symbol then. */
expr closed_value(expr_table *, const carried_list *, const carried *, expr n);

/* The term as a series over iterations: its coefficients, and how many; 0 if it
 * is none. */
unsigned closed_series(expr_table *, const carried_list *, expr,
                       expr part[CLOSED_PARTS]);

#endif
