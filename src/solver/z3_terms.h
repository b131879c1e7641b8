#ifndef SOLVER_Z3_TERMS_H
#define SOLVER_Z3_TERMS_H

#include "base/idmap.h"
#include "expr/expr.h"
#include "solver/interrupt.h"

#include <z3.h>

/*
 * From terms to Z3's.  Every term becomes a bit-vector, conditions too; a floating-point
 * result is also kept in its own sort, so a chain of float operators avoids bits.  The
 * context keeps every node until deleted, so references are not counted here.
 */
typedef struct z3_terms {
  expr_table *table;
  Z3_context context;
  idmap bits;                   /* expr -> Z3_ast, a bit-vector */
  idmap floats;                 /* expr -> Z3_ast, a float */
  bool is_exact;                /* no operator was left open so far */
  const interrupt *end;
} z3_terms;

void z3_terms_release(z3_terms *);
/* Both give NULL when the run is stopped: terms may have millions of nodes. */
Z3_ast z3_terms_bits(z3_terms *, expr);
Z3_ast z3_terms_condition(z3_terms *, expr);    /* of width 1, as a Bool */

/* For z3_float.c. */
Z3_ast z3_terms_known(const z3_terms *, expr);  /* of a term done before */
Z3_ast z3_terms_of_bool(const z3_terms *, Z3_ast);
/* The bits of a floating-point node with translated operands. */
Z3_ast z3_float_bits(z3_terms *, expr, const expr_node *);

#endif
