#ifndef SUMMARY_FACT_H
#define SUMMARY_FACT_H

#include "expr/expr.h"

/*
 * The meaning of an atom, as far as two atoms decide each other without a solver: a term is
 * equal to, below or above a constant, or two terms are equal or in an order. x == 3
 * settles x == 4 and x < 7; a < b settles a == b.
 */
typedef enum fact_kind {
  FACT_NONE,                    /* not understood here */
  FACT_INTERVAL,                /* x lies in [low, high] */
  FACT_ORDER                    /* x and y are in an order of a set */
} fact_kind;

enum { FACT_LESS = 1, FACT_SAME = 2, FACT_MORE = 4 };

typedef struct fact {
  fact_kind kind;
  bool is_point;                /* an equality: of numbers signed and not */
  bool is_signed;
  unsigned ways;                /* of an order */
  expr x, y;                    /* the operands; y of orders only */
  unsigned width;
  uint64_t low, high;           /* signed numbers with the sign bit flipped, so unsigned
                                 * comparison orders them */
} fact;

fact fact_of(const expr_table *, expr atom);

typedef enum verdict { VERDICT_OPEN, VERDICT_TRUE, VERDICT_FALSE } verdict;

/* Consequence for b if a is true, or false. */
verdict fact_decides(const fact *a, bool is_true, const fact *b);

#endif
