#ifndef EXPR_FOLD_H
#define EXPR_FOLD_H

#include "expr/expr.h"

/*
 * An operator applied to numbers: constant folding and evaluation of terms.
 */

/* For operands and results of at most 64 bits and no float operator.
 * operand_width is the width of the first operand. */
uint64_t fold_word(expr_op, unsigned width, unsigned operand_width,
                   uint64_t imm, uint64_t a, uint64_t b, uint64_t c);

/* For any width and operator; false where the host lacks the format. */
bool fold_limbs(expr_op, unsigned width, unsigned operand_width, uint64_t imm,
                const uint64_t *a, const uint64_t *b, const uint64_t *c,
                uint64_t *result);

#endif
