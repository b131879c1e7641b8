#ifndef COMPACT_FORALL_H
#define COMPACT_FORALL_H

#include "compact/closed.h"
#include "solver/solver.h"

/*
 * "The condition holds at the start of each iteration before the n-th", without a
 * quantifier where the condition compares progressions.  Such a comparison is monotone as
 * long as no side wraps, so the last or the first iteration decides for all.  A side that
 * grows towards a bound iteration by iteration does not wrap by that bound; otherwise the
 * solver may find wrapping excluded by earlier bounds.  Each step is an equivalence, in the
 * arithmetic of the program.
 */
typedef struct forall_fact {
  expr base;
  int64_t step;
  bool is_signed;
  bool holds;                   /* no wrapping before iteration n */
} forall_fact;

typedef struct forall {
  expr_table *table;
  solver *solver;
  const carried_list *carried;
  expr n;                       /* iterations: a symbol of 64 bits */
  path path;                    /* facts: the state's path, and bounds so far */
  const struct path *body;      /* ... and about carried values in any iteration */
  uint32_t ranged;              /* 1 + a symbol, and its ... */
  uint64_t greatest;            /* ... greatest value in any iteration */
  VEC(forall_fact) facts;       /* on progressions */
  /* The first iteration at which a removed condition fails, as a term; {0}: none fails.
   * Known if is_solved, up to FORALL_NEVER. */
  expr iterations;
  bool is_solved;
  bool may_be_endless;          /* the term may be FORALL_NEVER */
} forall;

#define FORALL_NEVER UINT64_MAX

/* Takes a copy of the path. */
void forall_init(forall *, expr_table *, solver *, const carried_list *,
                 expr n, const path *);
void forall_release(forall *);

/* Conditions of an iteration: each expressible condition is removed from the list and
 * stated of all iterations in f->path; the rest stays.  False: the solver could not tell. */
typedef VEC(expr) condition_list;
bool forall_eliminate(forall *, condition_list *);

/* The term as base + step * iteration, exactly, before iteration n; false: not known as
 * such. */
bool forall_progression(forall *, expr, expr *base, int64_t *step);

/* The first iteration at which two progressions are equal, as 64 bits, and whether there is
 * such an iteration; {0}: always.  The equality repeats after 2^period_bits iterations.
 * False: both progress alike. */
bool forall_meet(const forall *, const expr base[2], const int64_t step[2],
                 expr *iteration, expr *whether, unsigned *period_bits);

/* Whether the facts about the number of iterations so far imply the condition. */
bool forall_follows(forall *, expr);

#endif
