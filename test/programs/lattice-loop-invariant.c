// A loop of any length: its turns are folded into one, of which the predicates
// hold.  Path by path it has a million turns.
// matrix: no
// options: --merge=annotated
#include <braid.h>

int main(void) {
  int x = braid_int("x"), y = braid_int("y");
  braid_assume(x >= 0 && x < 1000000 && y >= 0 && y < 1000000);
  const int sum = x + y;
  while (x > 0)
    BRAID_FOLD(pred, x >= 0, x < 1000000, y >= 0, x + y == sum) {
      x--;
      y++;
    }
  braid_assert(y == sum);
}
