#ifndef SOLVER_INSTANCES_H
#define SOLVER_INSTANCES_H

#include "base/idmap.h"
#include "expr/expr.h"

#include "base/vec.h"

/*
 * Quantifiers in a SAT solver.  A FORALL is an open literal P; the meaning of P is added as
 * needed:
 *
 *   P => the condition holds at v, or v is past the count (an instance)
 *   not P => the condition fails at w, and w is below the count (a witness)
 *
 * Both follow from the meaning of P, in either polarity, so both stay for good, and a
 * refutation is a refutation of the query.  A model is believed only when evaluation, value
 * by value, agrees; the values of disagreement are the next instances.
 */
typedef struct quantified {
  expr forall;
  VEC(expr) instances;          /* terms added for this quantifier ... */
  uint32_t witness;             /* ... and 1 + the symbol of the witness */
} quantified;

typedef struct quantifiers {
  idmap index;                  /* FORALL -> 1 + index into `all` */
  VEC(quantified) all;
} quantifiers;

void quantifiers_release(quantifiers *);
void quantifiers_add(quantifiers *, expr forall);

#endif
