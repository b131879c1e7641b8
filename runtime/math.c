/*
 * The functions of <math.h> that the executor computes itself: exactly where
 * IEEE 754 says so, and as the host's library does for the others.  The rest
 * is libc's.
 */
#include "libc.h"

#define UNARY(NAME) \
  double NAME(double); \
  WEAK double NAME(double x) { return __builtin_##NAME(x); } \
  float NAME##f(float); \
  WEAK float NAME##f(float x) { return __builtin_##NAME##f(x); }
#define BINARY(NAME) \
  double NAME(double, double); \
  WEAK double NAME(double x, double y) { return __builtin_##NAME(x, y); } \
  float NAME##f(float, float); \
  WEAK float NAME##f(float x, float y) { return __builtin_##NAME##f(x, y); }
#define TO_INTEGER(TYPE, NAME) \
  TYPE NAME(double); \
  WEAK TYPE NAME(double x) { return __builtin_##NAME(x); } \
  TYPE NAME##f(float); \
  WEAK TYPE NAME##f(float x) { return __builtin_##NAME##f(x); }

UNARY(fabs) UNARY(sqrt) UNARY(floor) UNARY(ceil) UNARY(trunc) UNARY(rint)
UNARY(nearbyint) UNARY(round) UNARY(exp) UNARY(exp2) UNARY(log) UNARY(log2)
UNARY(log10) UNARY(sin) UNARY(cos)
BINARY(copysign) BINARY(fmin) BINARY(fmax) BINARY(pow)
TO_INTEGER(long, lrint) TO_INTEGER(long long, llrint)
TO_INTEGER(long, lround) TO_INTEGER(long long, llround)

double fma(double, double, double);
WEAK double fma(double x, double y, double z) { return __builtin_fma(x, y, z); }

float fmaf(float, float, float);
WEAK float fmaf(float x, float y, float z) { return __builtin_fmaf(x, y, z); }

long double fabsl(long double);
WEAK long double fabsl(long double x) { return __builtin_fabsl(x); }

long double nearbyintl(long double);
WEAK long double nearbyintl(long double x) { return __builtin_nearbyintl(x); }

long double copysignl(long double, long double);
WEAK long double copysignl(long double x, long double y) {
  return __builtin_copysignl(x, y);
}

/* What <math.h>'s macros called before compilers knew them, and old programs call by
 * name.  GNU's isinf says the sign, too. */
#define CLASSES(SUFFIX, TYPE) \
  int __isnan##SUFFIX(TYPE), isnan##SUFFIX(TYPE); \
  int __isinf##SUFFIX(TYPE), isinf##SUFFIX(TYPE); \
  int __finite##SUFFIX(TYPE), finite##SUFFIX(TYPE); \
  WEAK int __isnan##SUFFIX(TYPE x) { return __builtin_isnan(x); } \
  WEAK int isnan##SUFFIX(TYPE x) { return __builtin_isnan(x); } \
  WEAK int __isinf##SUFFIX(TYPE x) { return __builtin_isinf_sign(x); } \
  WEAK int isinf##SUFFIX(TYPE x) { return __builtin_isinf_sign(x); } \
  WEAK int __finite##SUFFIX(TYPE x) { return __builtin_isfinite(x); } \
  WEAK int finite##SUFFIX(TYPE x) { return __builtin_isfinite(x); }
CLASSES(, double) CLASSES(f, float) CLASSES(l, long double)
