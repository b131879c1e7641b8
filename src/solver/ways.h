#ifndef SOLVER_WAYS_H
#define SOLVER_WAYS_H

#include "base/vec.h"
#include "expr/expr.h"
#include "solver/ordering.h"

/*
 * Conditions that only compare inputs with each other, under connectives and diagrams:
 * conditions of joined sorts and trees, with as many ways through a condition as joined
 * paths.
 *
 * A way is walked together with the ordering of its comparisons.  Success depends only on
 * the remaining conditions and on the ordering of the inputs in these; so a pair of both
 * that failed before fails again.  There are far fewer pairs than ways: most comparisons of
 * a way are about inputs that no later condition mentions.
 */
typedef enum ways_answer { WAYS_NONE, WAYS_FOUND, WAYS_OPEN } ways_answer;

typedef VEC(expr) way;

/* Whether comparisons exist under which all conditions hold; if so, a conjunction of
 * sufficient comparisons.  Open after so many steps, and with too many inputs. *steps:
 * steps taken. */
ways_answer ways_find(orderings *, expr_table *, const expr *conditions,
                      uint32_t count, uint64_t max_steps, way *found,
                      uint64_t *steps);

#endif
