/* Results that are the same in every library rest on nothing. */
#include <assert.h>
#include <math.h>

int main(void) {
  volatile double two = 2, ten = 10, zero = 0;
  assert(pow(ten, 3) == 1000 && pow(two, 0) == 1 && pow(two, -two * 600) == 0);
  assert(sqrt(two * two) == 2 && floor(2.5) == 2 && fmod(ten, 3) == 1 && fma(two, two, 1) == 5);
  assert(sin(zero) == 0 && cos(zero) == 1 && exp(zero) == 1 && log(1) == 0);
  assert(log2(two * 4) == 3 && exp2(ten) == 1024 && hypot(3, 4) == 5);
  assert(isinf(exp(two * 1000)) && isnan(log(-two)) && cbrt(zero) == 0);
  assert(ldexp(two, 3) == 16 && round(2.5) == 3 && remainder(ten, 4) == 2);
  return 0;
}
