#ifndef SOLVER_APART_H
#define SOLVER_APART_H

#include "base/vec.h"
#include "expr/expr.h"
#include "solver/interrupt.h"

/*
 * Work in a process of its own, which can be ended whatever it does: within one wide
 * product Z3 looks at no clock for minutes, and takes gigabytes.  The process has what
 * this one has, changes nothing of it, and sends words back.  It never outlives this one.
 */
typedef VEC(uint64_t) apart_words;

typedef void apart_work(void *context, apart_words *out);

typedef enum apart_end {
  APART_DONE,                   /* its words are in `out` */
  APART_STOPPED,                /* by the interrupt */
  APART_FAILED,                 /* no process or memory could be had */
} apart_end;

apart_end apart_run(apart_work *, void *context, const interrupt *, apart_words *out);

/* Whether the conjuncts have so much arithmetic on wide words that Z3 is asked apart. */
bool apart_is_better(const expr_table *, const expr *conjuncts, uint32_t count);

#endif
