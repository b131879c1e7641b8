// Without options, too, a loop of any length is folded as it is annotated: no other
// way to explore it comes to an end.
// matrix: no
#include <braid.h>

int main(void) {
  int x = braid_int("x"), y = braid_int("y"), z = 0;
  braid_assume(x >= 0 && x < 1000000 && y >= 0 && y < 1000000);
  const int sum = x + y;
  while (x > 0)
    BRAID_FOLD(pred, x >= 0, x < 1000000, y >= 0, x + y == sum, z == 0 || z == 1) {
      x--;
      y++;
      z = (y ^ x) % 5 == 0 ? !z : z;
    }
  braid_assert(y == sum && (z == 0 || z == 1));
}
