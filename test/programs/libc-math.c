/* The last bits of mathematical functions differ among libraries: said where they matter. */
// exit: 5
// verdict: proved-under-assumptions
// assumes: the last bits of cbrt() are the model's
// assumes: libc-math.c:14)
// assumes: the last bits of sincosf() are the model's
// assumes: the last bits of lgamma_r() are the model's
// assumes: csqrt() is the model's
#define _GNU_SOURCE
#include <assert.h>
#include <complex.h>
#include <math.h>

static int is_three(double x) { return cbrt(x) == 3; }

int main(void) {
  volatile double x = 27;
  is_three(x);
  volatile float y = 1;
  float a, b;
  sincosf(y, &a, &b);
  int sign;
  if (lgamma_r(x, &sign) < 0) return 1;
  double complex z = csqrt(x);
  return creal(z) < 5;
}
