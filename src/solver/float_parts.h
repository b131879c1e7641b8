#ifndef SOLVER_FLOAT_PARTS_H
#define SOLVER_FLOAT_PARTS_H

#include "expr/expr.h"
#include "solver/words.h"

/*
 * IEEE numbers as words of literals.  A format is any number of bits of the
 * exponent and of the fraction; has_one is x87's way to write the leading one
 * down, which others leave out.
 *
 * All circuits are exact for all operands but NaN: that a result is none is
 * said, its bits are not.
 */
typedef struct float_format {
  unsigned exponent, fraction;
  bool has_one;
} float_format;

/* Of a term of this width; false: there is no such format. */
bool float_format_of(unsigned width, float_format *);

static inline unsigned float_width(const float_format *f) {
  return 1 + f->exponent + f->has_one + f->fraction;
}

static inline unsigned float_digits(const float_format *f) {
  return f->fraction + 1;
}

static inline uint64_t float_bias(const float_format *f) {
  return (UINT64_C(1) << (f->exponent - 1)) - 1;
}

/* A number is significand * 2^(exponent - bias - fraction). */
typedef struct float_parts {
  int sign, nan, infinite, zero;
  word exponent;                /* at least 1; signed if normalised */
  word significand;             /* its first bit is 0 for the smallest */
} float_parts;

float_parts float_unpack(gates *, const float_format *, const int *bits);
/* The first bit of the significand is set, but for zero.  The exponent has
 * float_exponent_width() bits, signed. */
float_parts float_normalised(gates *, const float_format *, const int *bits);
/* Wide enough for sums and differences of a few exponents and counts of digits
 * of any of both formats. */
unsigned float_exponent_width(const float_format *, const float_format *);

/* A result: its bits are valid unless it is NaN. */
typedef struct float_result {
  int nan;
  word bits;
} float_result;

/* The biased exponent less one (not negative), and the digits with two more:
 * what comes next, and whether anything comes after that.  Where the first digit
 * is 0, the exponent counts as 0. */
word float_pack(gates *, const float_format *, expr_rounding, int sign,
                const word *exponent_less_one, const word *digits);
/* Rounds significand * 2^(exponent - bias - its width + 1); its first bit is set
 * unless it is zero, its last one says whether anything is left. */
word float_round(gates *, const float_format *, expr_rounding, int sign,
                 const word *exponent, const word *significand);

word float_infinity(const float_format *, int sign);
word float_zero(const float_format *, int sign);
/* From sign, exponent as it is stored, and fraction. */
word float_assemble(gates *, const float_format *, int sign,
                    const word *exponent, const word *fraction);

/* Operations; *_bits have the format's width. */
int float_equal(gates *, const float_format *, const int *, const int *);
int float_less(gates *, const float_format *, const int *, const int *,
               bool or_equal);
float_result float_add(gates *, const float_format *, expr_rounding,
                       const int *, const int *, bool minus);
float_result float_multiply(gates *, const float_format *, expr_rounding,
                            const int *, const int *);
float_result float_fma(gates *, const float_format *, expr_rounding,
                       const int *, const int *, const int *);
float_result float_divide(gates *, const float_format *, expr_rounding,
                          const int *, const int *);
float_result float_root(gates *, const float_format *, expr_rounding,
                        const int *);
float_result float_remainder(gates *, const float_format *, const int *,
                             const int *);
float_result float_integral(gates *, const float_format *, expr_rounding,
                            const int *);
float_result float_convert(gates *, const float_format *from,
                           const float_format *to, expr_rounding, const int *);
float_result float_of_integer(gates *, const float_format *, expr_rounding,
                              const int *, unsigned width, bool is_signed);
/* Towards zero; *fits: the value is the integer's. */
word float_to_integer(gates *, const float_format *, const int *,
                      unsigned width, bool is_signed, int *fits);

#endif
