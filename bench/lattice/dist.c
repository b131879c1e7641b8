/* Listing 1 of the paper: the distance of two positive numbers is not negative. */
#include "lattice.h"

static int dist(int x, int y) {
  JOIN(x >= 0, x <= y) {
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
  braid_assume((x > 0) & (y > 0));
  braid_assert(dist(x, y) >= 0);
}
