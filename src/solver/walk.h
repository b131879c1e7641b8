#ifndef SOLVER_WALK_H
#define SOLVER_WALK_H

#include "expr/eval.h"
#include "solver/domain.h"
#include "solver/interrupt.h"

/*
 * Conditions whose atoms each speak of a single input: those of joined parsers,
 * where many atoms ask about the same byte.  To a SAT solver they are independent;
 * here the inputs are decided one after the other.  The atoms of an input divide
 * its values into classes; for each class what is left of the conditions is a
 * conjunction over the inputs that follow, and one that was seen before is not
 * walked again.  Where diagrams read the inputs in one order that takes time in
 * proportion to them; where they do not, the answer is the same, later or never.
 *
 * An input is a symbol, or several of which words are made that atoms compare with
 * numbers.  Where an atom says something else of several symbols, they are not
 * decided: what is left is a condition about them, for another link.
 */
typedef enum walk_answer {
  WALK_NO, WALK_YES,
  WALK_REST,                    /* as walk_rest says */
  WALK_OPEN                     /* too many steps, or nothing to decide here */
} walk_answer;

typedef struct walk walk;

walk *walk_new(expr_table *, domain_cache *, evaluator *, const interrupt *);
void walk_free(walk *);
/* Between two questions: forgets what was remembered of many terms. */
void walk_trim(walk *);
void walk_mark(walk *);         /* see expr/sweep.h */

/* With a rest only if that is asked for: otherwise each atom is of one input, or
 * the answer is open. */
walk_answer walk_decide(walk *, const expr *conjuncts, uint32_t count,
                        bool with_rest, uint64_t max_steps);
uint64_t walk_steps(const walk *);      /* taken by the last one */

/* What must hold of the inputs that were not decided. */
expr walk_rest(walk *);

/* After WALK_YES or WALK_REST: values of the symbols that were decided, with which
 * all conditions hold under the evaluator's assignment of the others; those that
 * are not visited may have any. */
void walk_values(walk *,
                 void (*visit)(void *context, uint32_t symbol, uint64_t bits),
                 void *context);

#endif
