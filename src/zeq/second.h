#ifndef ZEQ_SECOND_H
#define ZEQ_SECOND_H

#include "solver/solver.h"
#include "zeq/constraint.h"

/*
 * The second chance (--zeq=solver): two constraints with the same slots that
 * differ in form are asked about, if they are small: is each one's projection
 * included in the other's?
 *
 * Which symbols of a constraint nobody outside can name is asked of the view
 * when it is taken down; those of the second one are renamed apart.
 */
typedef struct zeq_residue {
  VEC(expr) conjuncts;
  VEC(zeq_slot) slots;
  VEC(uint32_t) hidden;         /* unobservable symbols */
} zeq_residue;

void zeq_residue_release(zeq_residue *);

/* False: too large, or something depends on more than values. */
bool zeq_take_residue(expr_table *, const zeq_constraint *, const zeq_view *,
                      zeq_residue *);

/* Whether they are known to have the same projection. */
bool zeq_same_projection(expr_table *, solver *, const zeq_residue *,
                         const zeq_residue *);

#endif
