#ifndef MERGE_CONTAINMENT_H
#define MERGE_CONTAINMENT_H

#include "exec/strategy.h"

/*
 * Whether a recorded state contains another state, for checks of proofs: shares no code
 * with joins and with what finds invariants and contracts.
 *
 * Every field of both states is compared (exec/state.def), shared or not.  At the first
 * place where the outer state holds an abstract symbol and nothing else, the symbol is
 * bound to the inner state's term; other pairs of terms must be equal; any other difference
 * refutes.  The inner path must then imply the equalities and the outer path, said of the
 * bound values: each run of the inner state is a run of the outer state, whichever values
 * are bound.
 */
typedef struct containment_pair { expr outer, inner; } containment_pair;

typedef struct containment {
  exec *x;
  expr_table *t;
  const state *outer, *inner;
  state *made[2];               /* ... with what the other has made up, or NULL */
  VEC(containment_pair) pairs;  /* must be equal */
  VEC(uint32_t) symbols;        /* bound, ... */
  VEC(expr) values;             /* ... to these terms */
  bool is_fixed;                /* only containment_bind binds */
  bool differs;                 /* where no terms are */
  expr wrong;                   /* of the outer state, and does not hold; {0}: the states
                                 * have different forms */
} containment;

void containment_begin(containment *, exec *, const state *outer, const state *inner);
void containment_release(containment *);

/* The outer symbol has this value in the inner state, which may not be an address. */
void containment_bind(containment *, expr symbol, expr to);
/* From now on only containment_bind binds: other symbols of the outer state keep their
 * values. */
void containment_fix(containment *);
/* This must hold, too: a term over the outer state's symbols. */
void containment_want(containment *, expr);
/* Compares the states; the outer path was recorded with so many conjuncts. */
void containment_compare(containment *, uint32_t conjuncts);

/* Whether all that is wanted holds, in the inner path's model and by a query; false also
 * if the solver does not know. */
bool containment_holds(containment *);
/* The state is the inner state and assumes all that is wanted; ANSWER_UNSAT: impossible. */
answer containment_assume(containment *, state *);
/* The term over the outer state's symbols, said of the bound values. */
expr containment_said(const containment *, expr);

/* What falls as an unsigned number if the term falls, or rises, in the order of its bits. */
expr containment_measure(expr_table *, expr, bool is_signed, bool is_greater);
/* Whether on this path the unsigned number now is smaller than before. */
bool containment_falls(exec *, const path *, expr before, expr now);

#endif
