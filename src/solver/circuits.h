#ifndef SOLVER_CIRCUITS_H
#define SOLVER_CIRCUITS_H

#include "solver/gates.h"

/* Arithmetic over words of literals, least significant first.  `out` has the words' width
 * and is distinct from the operands unless stated otherwise. */

/* a + b + carry; out may be a or b. */
void circuit_add(gates *, const int *a, const int *b, int carry,
                 unsigned width, int *out);
void circuit_negate(gates *, const int *a, unsigned width, int *out);
void circuit_multiply(gates *, const int *a, const int *b, unsigned width,
                      int *out);
/* By zero as in SMT-LIB: all ones, and the dividend. */
void circuit_divide(gates *, const int *a, const int *b, unsigned width,
                    int *quotient, int *remainder);
void circuit_divide_signed(gates *, const int *a, const int *b, unsigned width,
                           int *quotient, int *remainder);
/* Of the carry chain of b - a: a < b, or a <= b when or_equal. */
int circuit_less(gates *, const int *a, const int *b, unsigned width,
                 bool is_signed, bool or_equal);
int circuit_equal(gates *, const int *a, const int *b, unsigned width);
/* Amounts past the width give `fill` everywhere. */
void circuit_shift(gates *, const int *a, const int *amount, unsigned width,
                   bool left, int fill, int *out);

#endif
