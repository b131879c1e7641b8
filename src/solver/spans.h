#ifndef SOLVER_SPANS_H
#define SOLVER_SPANS_H

#include "base/vec.h"
#include "expr/expr.h"

/*
 * The values of an input for which a comparison with a number holds, as intervals: x < 7, x
 * + 3 == 9, sign_extend(x) <= -2.  An input is a symbol, or several different symbols
 * concatenated, of at most 64 bits.
 */
typedef struct span { uint64_t low, high; } span;       /* both included */

typedef VEC(span) spans;

/* Appends the intervals; false if the condition has another form. */
bool spans_of(expr_table *, expr condition, expr *input, spans *out);

/* A symbol, or several different symbols concatenated: every value is possible. */
bool spans_is_input(expr_table *, expr);

#endif
