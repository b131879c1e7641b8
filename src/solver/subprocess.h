#ifndef SOLVER_SUBPROCESS_H
#define SOLVER_SUBPROCESS_H

#include "base/vec.h"
#include "expr/expr.h"
#include "solver/interrupt.h"

/*
 * Work in a child process, which can be ended at any time: within one wide product Z3 looks
 * at no clock for minutes, and takes gigabytes.  The child has a copy of the parent's
 * memory, sends words back, and never outlives the parent.
 */
typedef VEC(uint64_t) subprocess_words;

typedef void subprocess_work(void *context, subprocess_words *out);

typedef enum subprocess_end {
  APART_DONE,                   /* the child's words are in `out` */
  APART_STOPPED,                /* by the interrupt */
  APART_FAILED,                 /* no process or memory could be had */
} subprocess_end;

subprocess_end subprocess_run(subprocess_work *, void *context, const interrupt *, subprocess_words *out);

/* Whether the conjuncts have enough arithmetic on wide words to ask Z3 in a child
 * process. */
bool subprocess_is_better(const expr_table *, const expr *conjuncts, uint32_t count);

#endif
