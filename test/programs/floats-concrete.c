#include <assert.h>
#include <float.h>

static double half(double x) { return x / 2; }

int main(void) {
  volatile double a = 0.1, b = 0.2;
  volatile float f = 16777216.0f;
  assert(a + b != 0.3 && a + b > 0.3);
  assert(f + 1.0f == f);
  assert(half(3.0) == 1.5 && (int) half(-3.0) == -1);
  assert((float) a != a && (unsigned char) 200.9 == 200);
  volatile double zero = 0.0;
  double infinite = 1.0 / zero, nan = zero / zero;
  assert(infinite > DBL_MAX && -infinite < -DBL_MAX);
  assert(nan != nan && !(nan < 1.0) && !(nan >= 1.0));
  assert(1.0 / -zero == -infinite && zero == -zero);
  volatile long long big = (1LL << 53) + 1;
  assert((double) big == (double) (big - 1));
  volatile float tiny = FLT_MIN;
  assert(tiny / 2 > 0.0f);              /* a subnormal number */
  return 0;
}
