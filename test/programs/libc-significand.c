// exit: 0
// target: x86_64
// Of 0 and NaN ilogb() is INT_MIN here.
#define _GNU_SOURCE
#include <assert.h>
#include <math.h>

int main(void) {
  volatile double zero = 0, number = -12;
  assert(significand(zero) == 0 && significand(number) == -1.5 && isinf(significand(1 / zero)));
  assert(isnan(significand(zero / zero)) && significandf((float) zero) == 0);
}
