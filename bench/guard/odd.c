/* Two odd numbers stay odd, so their sum is never 1: one path without a fork, and no end. */
#include <assert.h>
#include <braid.h>

int main(void) {
  unsigned x = 1, y = 1;
  while (1) {
    x += 2 * braid_uint("a");
    y += 2 * braid_uint("b");
    assert(x + y != 1);
  }
}
