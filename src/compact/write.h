#ifndef COMPACT_WRITE_H
#define COMPACT_WRITE_H

#include "compact/forall.h"

/*
 * Cells of an array that a loop goes through: a[i] = g, where i moves on each
 * iteration.  The executor gives such a cell the value (i is here ? g : as
 * before).  As i passes each cell once at most, the cell is written in the one
 * iteration in which i is there, if that is among the iterations at all: a
 * range of cells is written at once, and a later read of one finds what its
 * iteration wrote.
 *
 * What is written may be made of the cell itself, a[i] += c, and of other cells
 * that are written, too, as they are in that iteration: a[i] = a[i + 1] +
 * b[i].  Only they must not depend on each other in circles.
 */

/* Whether the value without a form has that shape. */
bool write_is_candidate(expr_table *, const carried *);

/* Gives forms to such cells; bounds on the number of iterations must be known
 * already.  False: some of them have none. */
bool write_solve(forall *, carried_list *);

#endif
