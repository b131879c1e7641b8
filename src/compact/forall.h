#ifndef COMPACT_FORALL_H
#define COMPACT_FORALL_H

#include "compact/closed.h"
#include "solver/solver.h"

/*
 * "It holds at the start of each iteration before the n-th", without a
 * quantifier where the condition compares progressions.  Such a comparison is
 * monotone as long as no side wraps, so one iteration decides for all: the last
 * or the first.  That no side wraps is itself what a bound says that grows past
 * it iteration by iteration, or what the solver finds to follow from the bounds
 * so far.  Each step is an equivalence, in the arithmetic of the program.
 */
typedef struct forall_fact {
  expr base;
  int64_t step;
  bool is_signed;
  bool holds;                   /* it does not wrap before iteration n */
} forall_fact;

typedef struct forall {
  expr_table *table;
  solver *solver;
  const carried_list *carried;
  expr n;                       /* iterations: a symbol of 64 bits */
  path path;                    /* what is known: the state's own, and so far */
  const struct path *body;      /* ... and of what is carried, in any iteration */
  uint32_t ranged;              /* 1 + a symbol, and its ... */
  uint64_t greatest;            /* ... greatest value in any iteration */
  VEC(forall_fact) facts;       /* on progressions */
  /* The first iteration at which a condition that was taken out fails, as a
   * term; {0}: none does so.  Known if is_solved, up to FORALL_NEVER. */
  expr iterations;
  bool is_solved;
  bool may_be_endless;          /* the term may be FORALL_NEVER */
} forall;

#define FORALL_NEVER UINT64_MAX

/* Takes a copy of the path. */
void forall_init(forall *, expr_table *, solver *, const carried_list *,
                 expr n, const path *);
void forall_release(forall *);

/* Conditions of one iteration: those that can be are taken out of the list and
 * said of all iterations in f->path; the rest stays.  False: the solver could
 * not tell. */
typedef VEC(expr) condition_list;
bool forall_eliminate(forall *, condition_list *);

/* The term as base + step * iteration, exactly, before iteration n; false if it
 * is not known to be one. */
bool forall_progression(forall *, expr, expr *base, int64_t *step);

/* The first iteration at which two progressions are equal, as 64 bits, and
 * whether there is one; {0}: there is.  It comes again after 2^period_bits
 * iterations.  False: they move alike. */
bool forall_meet(const forall *, const expr base[2], const int64_t step[2],
                 expr *iteration, expr *whether, unsigned *period_bits);

/* Whether what is known of the number of iterations so far implies it. */
bool forall_follows(forall *, expr);

#endif
