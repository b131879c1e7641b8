#ifndef SOLVER_FLOAT_BLAST_H
#define SOLVER_FLOAT_BLAST_H

#include "solver/blast.h"

/* Whether the operator of this node has a circuit. */
bool float_has_circuit(const expr_table *, const expr_node *);
/* The operator as a term over bit-vectors (expr/soft.h).  Above the bits of the result,
 * unless that is a truth, there is one more: what they are is left open. */
expr float_term(expr_table *, const expr_node *);
/* From that term, which is blasted; out has room for the node's width.  The literals that
 * stand for what is left open, the bits of a NaN and an integer that does not
 * fit, are added to b->loose. */
void float_blast(blaster *, const expr_node *, expr term, int *out);

#endif
