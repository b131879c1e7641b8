#ifndef EXPR_EVAL_H
#define EXPR_EVAL_H

#include "expr/expr.h"

/*
 * Evaluation of terms under an assignment of symbols.  Symbols without a value
 * are 0.  Results are remembered until an assignment changes, so evaluating a
 * whole path condition visits each node once.
 */
typedef struct evaluator evaluator;

evaluator *evaluator_new(expr_table *);
void evaluator_free(evaluator *);
/* In a sweep: drops the values of swept terms. */
void evaluator_forget(evaluator *);
void evaluator_clear(evaluator *);              /* every symbol is 0 again */
void evaluator_assign(evaluator *, uint32_t symbol, uint64_t bits);
void evaluator_assign_wide(evaluator *, uint32_t symbol,
                           const uint64_t *limbs);

/* The low 64 bits; the exact value for terms of at most 64 bits. */
uint64_t evaluator_value(evaluator *, expr);
void evaluator_limbs(evaluator *, expr, uint64_t *limbs);

/* False if, since the last change of the assignment, a float operator had a format that the
 * host lacks, or a quantifier had more values than are tried; the value was then taken as
 * 0. */
bool evaluator_is_exact(const evaluator *);

/* A quantifier under the assignment, by trying value after value. */
typedef enum forall_truth {
  FORALL_HOLDS,
  FORALL_FAILS,
  FORALL_OPEN,                  /* too many values, or too large a condition */
} forall_truth;

/* Tries values from *value on, at most `most` of them; on failure *value is the failing
 * value. */
forall_truth evaluator_forall(evaluator *, expr forall, uint64_t *value,
                              uint64_t most);

#endif
