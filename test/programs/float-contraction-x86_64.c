// Without an instruction for it x86-64 rounds the product and the sum.
// target: x86_64
#include <assert.h>
#include <braid.h>

int main(void) {
  static const double near[4] = {1, 1.1, 1.5, 0x1.0000001p0};
  double x = near[braid_u8("i") & 3], y = x * x;
  assert(x * x - y == 0);
  return 0;
}
