#ifndef EXPR_FLOAT_H
#define EXPR_FLOAT_H

#include "expr/expr.h"

/*
 * Floating point on bits, exactly as on the host.  False for formats that the host lacks
 * (80 bits on ARM, 128 on x86 without the compiler's support) and for rounding to nearest
 * away from zero.  Operands and result are limbs, least first.  FTOS and FTOU of a value
 * out of range give the result of the host's conversion.
 */
bool float_evaluate(expr_op, unsigned width, unsigned operand_width,
                    expr_rounding, const uint64_t *a, const uint64_t *b,
                    const uint64_t *c, uint64_t *result);

#endif
