/*
 * musl's scanner of floats.  A symbolic space takes one branch, not two, and a symbolic digit
 * does not branch on being zero: n of them gave 2^n paths.  setup/musl adds parentheses to a
 * sum that overflowed for large exponents, and the call of is_short().
 */
#include "../ctype.h"

#include <ctype.h>
#undef isspace
#define isspace(C) is_space(C)
static int is_space(int c) { return IS_SPACE(c); }

/*
 * A number of few digits: both the digits as an integer and the power of ten are exact, so one
 * multiplication or division rounds correctly (Clinger).  It is done in the type that is
 * wanted, not in long double: musl divides 113 bits for the 53 of a double.
 */
enum { SHORT_DIGITS = 15, FLOAT_POWER = 10, DOUBLE_POWER = 22 };
enum { FLOAT_BITS = 24, DOUBLE_BITS = 53 };

static int is_short(unsigned long long digits, long long power, int bits) {
  const long long most = bits == FLOAT_BITS ? FLOAT_POWER : DOUBLE_POWER;
  return (power <= most) & (power >= -most) & (bits != FLOAT_BITS || digits >> FLOAT_BITS == 0);
}

/* A symbolic power forks once a power: a product with a constant is far easier than one with a
 * choice of 45. */
static double power_of_ten(long long power) {
  double p = 1;
  while (power-- > 0) p *= 10;
  return p;
}

/* The sign comes first: rounding may go one way (fesetround). */
#define SIGNED(TYPE) (sign < 0 ? -(TYPE) digits : (TYPE) digits)
#define SCALED(TYPE) \
  (power < 0 ? SIGNED(TYPE) / (TYPE) power_of_ten(-power) \
             : SIGNED(TYPE) * (TYPE) power_of_ten(power))

static long double short_value(int sign, unsigned long long digits, long long power, int bits) {
  if (bits == FLOAT_BITS) return SCALED(float);
  if (bits == DOUBLE_BITS) return SCALED(double);
  return SCALED(long double);
}

/* The last digit that is not zero. */
static int last_nonzero(int c, long long here, int before) {
  const int is_here = -(c != '0');
  return ((int) here & is_here) | (before & ~is_here);
}

#include "src/internal/floatscan.c"
