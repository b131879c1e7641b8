// On aarch64 clang makes one instruction of a product and a sum, which rounds once;
// what is computed in two statements is rounded twice.  What x86_64 proves instead is in
// float-contraction-x86_64.c.
#include <assert.h>
#include <braid.h>

#ifdef __aarch64__
enum { ROUNDS_ONCE = 1 };
#else
enum { ROUNDS_ONCE = 0 };
#endif

int main(void) {
  static const double near[4] = {1, 1.1, 1.5, 0x1.0000001p0};
  double x = near[braid_u8("i") & 3], y = x * x, z = x * x - y;
  volatile double a = 1.1, b = a * a;
  double c = a * a - b;
  assert((c != 0) == ROUNDS_ONCE);
  assert((z == 0) == ROUNDS_ONCE);      // expect: assert
  return 0;
}
