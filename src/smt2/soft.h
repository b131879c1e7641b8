#ifndef SMT2_SOFT_H
#define SMT2_SOFT_H

#include "expr/expr.h"

/*
 * Floats of any format as terms over bit-vectors.  The operators of expr/ know
 * the formats of machines; a file may have any other, say 3 bits of exponent and 5
 * of significand, and these are put together here from sums, shifts and choices.
 * A value is its bits; results that are NaN have one pattern (soft_nan).  A rounding
 * mode is a term of 3 bits, an expr_rounding, known or not.
 */
typedef struct soft_format {
  unsigned exponent, fraction;  /* bits, without sign and leading one */
} soft_format;

enum {
  SOFT_MOST_EXPONENT = 30,      /* of a format */
  SOFT_MOST_WIDTH = 512,
  SOFT_MOST_REM = 12,           /* of a format whose remainders are known */
};

static inline unsigned soft_width(soft_format f) { return 1 + f.exponent + f.fraction; }

expr soft_nan(expr_table *, soft_format);
expr soft_infinity(expr_table *, soft_format, expr sign);
expr soft_is_number(expr_table *, soft_format, expr);   /* not NaN */
expr soft_equal(expr_table *, soft_format, expr, expr); /* as numbers: -0 is 0 */
expr soft_less(expr_table *, soft_format, expr, expr, bool or_equal);

expr soft_add(expr_table *, soft_format, expr mode, expr, expr, bool minus);
expr soft_multiply(expr_table *, soft_format, expr mode, expr, expr);
expr soft_fma(expr_table *, soft_format, expr mode, expr, expr, expr);
expr soft_divide(expr_table *, soft_format, expr mode, expr, expr);
expr soft_root(expr_table *, soft_format, expr mode, expr);
/* C's fmod; at most SOFT_MOST_REM bits of exponent. */
expr soft_remainder(expr_table *, soft_format, expr, expr);
expr soft_integral(expr_table *, soft_format, expr mode, expr);
expr soft_convert(expr_table *, soft_format from, soft_format to, expr mode, expr);
expr soft_of_integer(expr_table *, soft_format, expr mode, expr, bool is_signed);
/* *fits: the result is the number, rounded; else it is any. */
expr soft_to_integer(expr_table *, soft_format, expr mode, expr, unsigned width,
                     bool is_signed, expr *fits);

#endif
