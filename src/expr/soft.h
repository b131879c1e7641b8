#ifndef EXPR_SOFT_H
#define EXPR_SOFT_H

#include "expr/expr.h"

/*
 * Floats of any format as terms over bit-vectors: sums, shifts and choices.  The
 * bit-blaster makes them of float operators, SMT-LIB files of formats for which there
 * are no operators, say 3 bits of exponent and 5 of significand.  A value is its bits.
 * A rounding mode is a term of 3 bits, an expr_rounding, known or not.
 */
typedef struct soft_format {
  unsigned exponent, fraction;  /* bits, without sign and leading one */
} soft_format;

/* The bits mean nothing where the result is NaN. */
typedef struct soft_result { expr nan, bits; } soft_result;

enum {
  SOFT_MOST_EXPONENT = 30,      /* of a format */
  SOFT_MOST_WIDTH = 512,
  SOFT_MOST_REM = 12,           /* of a format whose remainders are known */
};

static inline unsigned soft_width(soft_format f) { return 1 + f.exponent + f.fraction; }

/* The one pattern for NaN. */
expr soft_nan(expr_table *, soft_format);
/* With that pattern where it is NaN. */
expr soft_value(expr_table *, soft_format, soft_result);
expr soft_infinity(expr_table *, soft_format, expr sign);
expr soft_is_number(expr_table *, soft_format, expr);   /* not NaN */
expr soft_equal(expr_table *, soft_format, expr, expr); /* as numbers: -0 is 0 */
expr soft_less(expr_table *, soft_format, expr, expr, bool or_equal);

soft_result soft_add(expr_table *, soft_format, expr mode, expr, expr, bool minus);
soft_result soft_multiply(expr_table *, soft_format, expr mode, expr, expr);
soft_result soft_fma(expr_table *, soft_format, expr mode, expr, expr, expr);
soft_result soft_divide(expr_table *, soft_format, expr mode, expr, expr);
soft_result soft_root(expr_table *, soft_format, expr mode, expr);
/* C's fmod; at most SOFT_MOST_REM bits of exponent. */
soft_result soft_remainder(expr_table *, soft_format, expr, expr);
soft_result soft_integral(expr_table *, soft_format, expr mode, expr);
soft_result soft_convert(expr_table *, soft_format from, soft_format to, expr mode, expr);
soft_result soft_of_integer(expr_table *, soft_format, expr mode, expr, bool is_signed);
/* *fits: the result is the number, rounded; else it is any. */
expr soft_to_integer(expr_table *, soft_format, expr mode, expr, unsigned width,
                     bool is_signed, expr *fits);

#endif
