#ifndef SOLVER_DIFFERENCES_H
#define SOLVER_DIFFERENCES_H

#include "base/idmap.h"
#include "expr/expr.h"

/*
 * Conditions that only compare inputs with each other and with numbers: conditions of
 * sorts, search trees, heaps, switches.  Each comparison bounds the difference of two
 * unknowns, so a conjunction of comparisons is a graph, satisfiable if no circle is
 * negative.  Connectives and diagrams are walked way by way; a negative circle ends the
 * way.  Exact, with values for the unknowns, and faster than making the first gates of a
 * circuit.
 */
enum { DIFFERENCE_TERMS = 64 };

/* Properties of conditions, by index: a bit each. */
typedef enum difference_shape {
  DIFFERENCE_KNOWN = 1,
  DIFFERENCE_FITS = 2,
  DIFFERENCE_SIGNED = 4,        /* has comparisons of signed numbers */
  DIFFERENCE_UNSIGNED = 8,
  DIFFERENCE_NUMBERS = 16,      /* ... with numbers */
  DIFFERENCE_BRANCHES = 32      /* several ways lead through the condition */
} difference_shape;

typedef enum difference_answer {
  DIFFERENCE_NO, DIFFERENCE_YES, DIFFERENCE_OPEN
} difference_answer;

typedef struct differences {
  uint32_t count;               /* of the unknowns; number 0 is zero */
  expr terms[DIFFERENCE_TERMS];
  int64_t values[DIFFERENCE_TERMS];     /* after DIFFERENCE_YES */
  uint64_t steps;               /* taken */
} differences;

/* Whether a condition has this shape, and with which comparisons. */
unsigned difference_shape_of(idmap *shapes, expr_table *, expr condition);

/* Decides a conjunction of such conditions, or gives up after `steps`.  The unknowns must
 * have no symbol in common: see the caller. */
difference_answer differences_decide(differences *, const expr_table *,
                                     const expr *conjuncts, uint32_t count,
                                     bool is_signed, uint64_t max_steps);

#endif
