// The functions behind isnan, isinf and finite, called by name as old programs do,
// on concrete and on symbolic numbers.
// verdict: proved
#include <braid.h>
#include <assert.h>
#include <math.h>
#include <string.h>
int __isnan(double), __isnanf(float), __isnanl(long double);
int __isinf(double), __isinff(float), __finite(double), __finitef(float);
int __signbit(double), __fpclassify(double);
int main(void) {
  volatile double huge = 1e308;
  assert(__isnan(NAN) && !__isnan(1.0) && __isnanf(NAN) && __isnanl(NAN));
  assert(__isinf(-huge * 10) == -1 && __isinff(INFINITY) == 1 && !__isinf(0.0));
  assert(__finite(huge) && !__finitef(INFINITY) && !__finite(NAN));
  assert(__signbit(-0.0) && !__signbit(0.0));
  assert(__fpclassify(0.0) == FP_ZERO && __fpclassify(huge) == FP_NORMAL);
  const unsigned bits = braid_u32("bits");
  float x;
  memcpy(&x, &bits, sizeof x);
  const unsigned exponent = bits >> 23 & 255, rest = bits << 9;
  if (__isnanf(x)) assert(exponent == 255 && rest);
  else if (__isinff(x)) assert(exponent == 255 && !rest);
  else assert(__finitef(x) && exponent < 255);
  return 0;
}
