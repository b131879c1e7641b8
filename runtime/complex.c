/*
 * What the compiler calls for products and quotients of complex numbers.  An
 * infinite operand that the plain formulas would turn into NaNs is treated as
 * the standard's annex G asks: as a direction of infinite length.  Compilers' own
 * libraries scale and round a quotient in other ways.
 */
#include "libc.h"

#include "libc/differences.h"

#define IS_NAN(X) ((X) != (X))
#define IS_INFINITE(X) __builtin_isinf(X)

#define COMPLEX(TYPE, SUFFIX, COPYSIGN, LOGB, SCALBN, FMAX, FABS) \
  static TYPE unit##SUFFIX(TYPE x) { \
    return COPYSIGN(IS_INFINITE(x) ? 1 : 0, x); \
  } \
  static TYPE known##SUFFIX(TYPE x) { return IS_NAN(x) ? COPYSIGN(0, x) : x; } \
  \
  _Complex TYPE __mul##SUFFIX##c3(TYPE, TYPE, TYPE, TYPE); \
  WEAK _Complex TYPE __mul##SUFFIX##c3(TYPE a, TYPE b, TYPE c, TYPE d) { \
    const TYPE ac = a * c, bd = b * d, ad = a * d, bc = b * c; \
    TYPE real = ac - bd, imaginary = ad + bc; \
    if (IS_NAN(real) && IS_NAN(imaginary)) { \
      const int left = IS_INFINITE(a) || IS_INFINITE(b); \
      const int right = IS_INFINITE(c) || IS_INFINITE(d); \
      const int inside = IS_INFINITE(ac) || IS_INFINITE(bd) || \
                         IS_INFINITE(ad) || IS_INFINITE(bc); \
      if (left) { a = unit##SUFFIX(a); b = unit##SUFFIX(b); } \
      if (right) { c = unit##SUFFIX(c); d = unit##SUFFIX(d); } \
      if (left || right || inside) { \
        a = known##SUFFIX(a); b = known##SUFFIX(b); \
        c = known##SUFFIX(c); d = known##SUFFIX(d); \
        real = (TYPE) __builtin_inf() * (a * c - b * d); \
        imaginary = (TYPE) __builtin_inf() * (a * d + b * c); \
      } \
    } \
    return __builtin_complex(real, imaginary); \
  } \
  \
  _Complex TYPE __div##SUFFIX##c3(TYPE, TYPE, TYPE, TYPE); \
  WEAK _Complex TYPE __div##SUFFIX##c3(TYPE a, TYPE b, TYPE c, TYPE d) { \
    int scale = 0; \
    const TYPE exponent = LOGB(FMAX(FABS(c), FABS(d))); \
    if (!IS_NAN(exponent) && !IS_INFINITE(exponent)) { \
      scale = (int) exponent; \
      c = SCALBN(c, -scale); \
      d = SCALBN(d, -scale); \
    } \
    const TYPE length = c * c + d * d; \
    TYPE real = SCALBN((a * c + b * d) / length, -scale); \
    TYPE imaginary = SCALBN((b * c - a * d) / length, -scale); \
    if (IS_NAN(real) && IS_NAN(imaginary)) { \
      if (length == 0 && (!IS_NAN(a) || !IS_NAN(b))) { \
        real = COPYSIGN((TYPE) __builtin_inf(), c) * a; \
        imaginary = COPYSIGN((TYPE) __builtin_inf(), c) * b; \
      } else if ((IS_INFINITE(a) || IS_INFINITE(b)) && \
                 !IS_NAN(c - c) && !IS_NAN(d - d)) { \
        a = unit##SUFFIX(a); b = unit##SUFFIX(b); \
        real = (TYPE) __builtin_inf() * (a * c + b * d); \
        imaginary = (TYPE) __builtin_inf() * (b * c - a * d); \
      } else if (IS_INFINITE(exponent) && exponent > 0 && \
                 !IS_NAN(a - a) && !IS_NAN(b - b)) { \
        c = unit##SUFFIX(c); d = unit##SUFFIX(d); \
        real = 0 * (a * c + b * d); \
        imaginary = 0 * (b * c - a * d); \
      } \
    } \
    __braid_note_here(differs_QUOTIENTS); \
    return __builtin_complex(real, imaginary); \
  }

/* libc's. */
double logb(double);
float logbf(float);
long double logbl(long double);
double scalbn(double, int);
float scalbnf(float, int);
long double scalbnl(long double, int);
long double fmaxl(long double, long double);

COMPLEX(float, s, __builtin_copysignf, logbf, scalbnf, __builtin_fmaxf,
        __builtin_fabsf)
COMPLEX(double, d, __builtin_copysign, logb, scalbn, __builtin_fmax,
        __builtin_fabs)
#if __LDBL_MANT_DIG__ == 64
COMPLEX(long double, x, __builtin_copysignl, logbl, scalbnl, fmaxl,
        __builtin_fabsl)
#else
COMPLEX(long double, t, __builtin_copysignl, logbl, scalbnl, fmaxl,
        __builtin_fabsl)
#endif
