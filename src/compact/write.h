#ifndef COMPACT_WRITE_H
#define COMPACT_WRITE_H

#include "compact/forall.h"

/*
 * Cells of an array that a loop goes through: a[i] = g, with i moving on each iteration.
 * The executor gives such a cell the value (i is here ? g : old value).  As i passes each
 * cell at most once, the cell is written in the iteration with i there, if this iteration
 * exists: a range of cells is written at once, and a later read of a cell finds the value
 * written by the cell's iteration.
 *
 * A written value may depend on the cell itself, a[i] += c, and on other written cells, as
 * of the same iteration: a[i] = a[i + 1] + b[i].  Circular dependence is excluded.
 */

/* Whether the value without a form has this shape. */
bool write_is_candidate(expr_table *, const carried *);

/* Gives forms to such cells; bounds on the number of iterations must be known already.
 * False: a cell has none. */
bool write_solve(forall *, carried_list *);

#endif
