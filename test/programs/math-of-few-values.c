// A function that no solver knows, of a number with few values: all are tried.
#include <assert.h>
#include <braid.h>
#include <math.h>

int main(void) {
  const int n = braid_range(0, 12, "n");
  const double power = pow(2, n);
  assert(power >= 1 && power <= 2048);
  if (n > 9)
    assert(power < 2000);               // expect: assert
  return 0;
}
