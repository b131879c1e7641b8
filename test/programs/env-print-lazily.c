// joins: no
/* Printing a symbolic number does not fork, and printf's result is exact. */
// paths: 3
#include <assert.h>
#include <braid.h>
#include <stdio.h>

int main(void) {
  int x = braid_int("x");
  int n = printf("%d\n", x);
  assert(n >= 2 && n <= 12);
  if (x == -7) {
    int y = braid_range(-7, 100, "y");
    assert((printf("%d\n", y) == 2) == (y >= 0 && y < 10));
  }
  unsigned h = braid_uint("h");
  braid_assume(h < 0x1000);
  assert(printf("%04x\n", h) == 5);
  assert(printf("%-6u|%+d\n", h, x) >= 10);
  return 0;
}
