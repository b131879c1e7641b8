// Braid rounds to nearest: under another mode nothing is proved.
// exit: 5
// verdict: inconclusive
// cut: unsupported
#include <assert.h>
#include <fenv.h>

int main(void) {
  assert(fesetround(FE_TONEAREST) == 0 && fegetround() == FE_TONEAREST);
  assert(fesetround(12345) != 0);
  if (fesetround(FE_UPWARD)) return 0;
  volatile double x = 1, y = 3;
  assert(x / y == 1.0 / 3);
  return 0;
}
