// Floats that are not quite numbers.
#include <assert.h>
#include <complex.h>
#include <math.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < -3 || n > 3)
    return 0;
  switch (n) {
  case -3:
  case -2:
  case -1:
  case 0:
  case 1:
  case 2:
  case 3:
    break;
  }
  volatile double d = 0.1;
  d += 0.2;
  assert(d != 0.3);
  double _Complex z = 1.0 + 2.0 * I;
  z *= z;
  assert(creal(z) == -3 && cimag(z) == 4);
  float f = 16777216.0f;
  f += 1.0f;
  assert(f == 16777216.0f);
  assert((int)-1.9 == -1 && (unsigned)3.99f == 3);
  double x = n;
  assert(x * 2 == n + n);
  assert((int)x == n);
  double nan = NAN;
  assert(nan != nan && !(nan < 1) && !(nan >= 1));
  assert(fabs(-2.5) == 2.5 && sqrt(16.0) == 4 && floor(-1.5) == -2);
  assert(isinf(1.0 / (d - d)));
  return 0;
}
