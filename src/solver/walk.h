#ifndef SOLVER_WALK_H
#define SOLVER_WALK_H

#include "expr/eval.h"
#include "solver/domain.h"
#include "solver/interrupt.h"

/*
 * Conditions whose atoms each speak of a single input: conditions of joined parsers, where
 * many atoms ask about the same byte.  To a SAT solver the atoms are independent; the walk
 * decides the inputs one after the other.  The atoms of an input divide the input's values
 * into classes; for each class the remaining condition is a conjunction over the inputs
 * that follow, and a remaining condition is walked only once.  Where diagrams read the
 * inputs in one order the walk takes time in proportion to their size; elsewhere the answer
 * is the same, later or never.
 *
 * An input is a symbol, or several symbols in words that atoms compare with numbers.
 * Several symbols in another kind of atom are not decided: the walk leaves a condition
 * about them, for another link.
 */
typedef enum walk_answer {
  WALK_NO, WALK_YES,
  WALK_REST,                    /* as walk_rest says */
  WALK_OPEN                     /* too many steps, or nothing to decide here */
} walk_answer;

typedef struct walk walk;

walk *walk_new(expr_table *, domain_cache *, evaluator *, const interrupt *);
void walk_free(walk *);
/* Between two queries: forgets results if there are many. */
void walk_trim(walk *);
void walk_mark(walk *);         /* see expr/sweep.h */

/* With a rest only on request: otherwise each atom is of a single input, or the answer is
 * open. */
walk_answer walk_decide(walk *, const expr *conjuncts, uint32_t count,
                        bool with_rest, uint64_t max_steps);
uint64_t walk_steps(const walk *);      /* of the last walk */

/* The condition on the undecided inputs. */
expr walk_rest(walk *);

/* After WALK_YES or WALK_REST: values of the decided symbols; with these values all
 * conditions hold under the evaluator's assignment of the others.  Unvisited symbols may
 * have any value. */
void walk_values(walk *,
                 void (*visit)(void *context, uint32_t symbol, uint64_t bits),
                 void *context);

#endif
