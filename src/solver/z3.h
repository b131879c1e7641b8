#ifndef SOLVER_Z3_H
#define SOLVER_Z3_H

#include "expr/expr.h"
#include "solver/interrupt.h"
#include "solver/reasons.h"

/*
 * Z3 as a back end for every operator, floating point included.  The context is made at the
 * first query.  Asserted conjuncts stay on a stack of pushes; a query pops only down to the
 * first difference from the previous query.
 */
typedef struct z3_backend z3_backend;

typedef enum z3_answer { Z3_NO, Z3_YES, Z3_DONT_KNOW } z3_answer;

z3_backend *z3_backend_new(expr_table *, const interrupt *);
void z3_backend_free(z3_backend *);             /* accepts NULL */
void z3_backend_mark(z3_backend *);             /* see expr/sweep.h */

/* Conjuncts in stacking order. */
z3_answer z3_backend_check(z3_backend *, const expr *conjuncts, uint32_t count,
                           unknown_reason *);
/* Every operator asked about so far is known to Z3 exactly. */
bool z3_backend_is_exact(const z3_backend *);
/* After Z3_YES; EXPR_MAX_LIMBS limbs are written. */
void z3_backend_value(z3_backend *, uint32_t symbol, uint64_t *limbs);

#endif
