// A join makes the bug possible, and another contender confirms it: it is there at the end,
// whichever comes first.
#include <braid.h>

int main(void) {
  int x = braid_range(0, 100, "x"), y = 0, s = x;
  while (x > 0)
    BRAID_FOLD(pred, x + y == s) {
      x--;
      y++;
      if (y == 70) y++;
    }
  braid_assert(y == s);  // expect: assert
  return 0;
}
