#ifndef SOLVER_INSTANCES_H
#define SOLVER_INSTANCES_H

#include "expr/expr.h"
#include "base/idmap.h"

#include "base/vec.h"

/*
 * Quantifiers in a SAT solver.  A FORALL is an open literal P there, and what it
 * means is added as it is needed:
 *
 *   P => the condition holds at v, or v is past the count     (an instance)
 *   not P => it fails at w, which is below the count           (a witness)
 *
 * Both follow from what P stands for, in either polarity, so they stay for good
 * and a refutation is one.  A model is believed only when evaluation, value by
 * value, says the same; the values at which it does not are the next instances.
 */
typedef struct quantified {
  expr forall;
  VEC(expr) instances;          /* terms that were added for it ... */
  uint32_t witness;             /* ... and 1 + the symbol of its witness */
} quantified;

typedef struct quantifiers {
  idmap index;                  /* FORALL -> 1 + index into `all` */
  VEC(quantified) all;
} quantifiers;

void quantifiers_release(quantifiers *);
void quantifiers_add(quantifiers *, expr forall);

#endif
