// The running example of the paper: the order of x and y is all that matters.
// options: --merge=annotated
// paths: 1
#include <braid.h>

static int dist(int x, int y) {
  BRAID_MERGE(pred, x >= 0, x <= y) {
    if (y < x) {
      const int old = x;
      x = y;
      y = old;
    }
  }
  return y - x;
}

int main(void) {
  const int x = braid_int("x"), y = braid_int("y");
  braid_assume(x > 0 && y > 0);
  braid_assert(dist(x, y) >= 0);
}
