#ifndef SOLVER_WAYS_H
#define SOLVER_WAYS_H

#include "base/vec.h"
#include "expr/expr.h"
#include "solver/ordering.h"

/*
 * Conditions that only compare inputs with each other, under connectives and
 * diagrams: those of joined sorts and trees, where the ways through a condition
 * are as many as the paths that were joined.
 *
 * A way is walked together with the ordering that its comparisons make.  What is
 * left to do and what is known of the inputs that it speaks of decide whether it
 * can be done; so where the two were seen before, it cannot.  There are far fewer
 * of those pairs than ways: most of what a way found out is about inputs that
 * nobody asks for any more.
 */
typedef enum ways_answer { WAYS_NONE, WAYS_FOUND, WAYS_OPEN } ways_answer;

typedef VEC(expr) way;

/* Whether comparisons can be such that all conditions hold; if so, a conjunction
 * of some that makes them hold.  Open after so many steps, and where there are
 * too many inputs.  *steps is what was taken. */
ways_answer ways_find(orderings *, expr_table *, const expr *conditions,
                      uint32_t count, uint64_t max_steps, way *found,
                      uint64_t *steps);

#endif
