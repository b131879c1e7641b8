#ifndef SOLVER_FLOAT_BLAST_H
#define SOLVER_FLOAT_BLAST_H

#include "solver/blast.h"

/* Whether the operator of this node has a circuit. */
bool float_has_circuit(const expr_table *, const expr_node *);
/* The operator as a term over bit-vectors (expr/soft.h).  Above the bits of the result,
 * unless the result is a truth, is a further bit: set where the bits are left open. */
expr float_term(expr_table *, const expr_node *);
/* From this blasted term; out has room for the node's width.  Literals of open bits (of a
 * NaN, and of an integer that does not fit) are added to b->loose. */
void float_blast(blaster *, const expr_node *, expr term, int *out);

#endif
