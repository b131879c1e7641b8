#ifndef SOLVER_INTERVALS_H
#define SOLVER_INTERVALS_H

#include "expr/expr.h"

/*
 * Intervals of floats.  An operation that rounds to nearest is monotone in its operands, so
 * the bounds of the result are the operation at the operands' bounds, rounded the same way:
 * the host computes the bounds without outward rounding.  Zero stands for both zeros.
 */
typedef struct interval {
  double low, high;             /* low > high: no number */
  bool nan;                     /* may be none */
} interval;

interval interval_any(void);
interval interval_point(double);
static inline bool interval_is_number(interval a) { return a.low <= a.high; }
static inline bool interval_is_point(interval a) {
  return a.low == a.high && !a.nan;
}

/* Formats of 32 and 64 bits, rounded to nearest; others are any float. */
interval interval_add(unsigned width, interval, interval);
interval interval_subtract(unsigned width, interval, interval);
/* `same`: both operands are the same value. */
interval interval_multiply(unsigned width, interval, interval, bool same);
interval interval_divide(unsigned width, interval, interval, bool same);
interval interval_fma(unsigned width, interval, interval, interval);
interval interval_root(unsigned width, interval);
interval interval_remainder(interval, interval);
interval interval_integral(expr_rounding, interval);
interval interval_convert(unsigned width, interval);
interval interval_of_integers(unsigned width, double low, double high);
interval interval_negated(interval);
interval interval_absolute(interval);
interval interval_join(interval, interval);
/* The intersection; without a number if an operand has no number. */
interval interval_meet(interval, interval);

/* 1: certainly; 0: certainly not; -1: either. */
int interval_less(interval, interval, bool or_equal);
int interval_equal(interval, interval);

/* The next number of the format. */
double interval_next(unsigned width, double, bool up);
/* A number between the bounds, below the upper bound if the bounds differ: the middle, or
 * the middle of all numbers of the format if the bounds are far apart. */
double interval_middle(unsigned width, interval);

#endif
