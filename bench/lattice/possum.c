/* Listing 3: the sum of two numbers that are not negative, by counting; the
 * first is at most N, as in the paper. */
#include "lattice.h"

#ifndef N
#define N 5
#endif

static int absolute(int number) {
  int result;
  JOIN(result == (number < 0 ? -number : number)) {
    if (number < 0) result = -number;
    else result = number;
  }
  return result;
}

static int positive_sum(int x, int y) {
  const int sum = x + y;
  JOIN(y == sum) {
    while (x > 0) {
      y++;
      x--;
    }
  }
  return absolute(y);
}

int main(void) {
  const int x = braid_int("x"), y = braid_int("y");
  braid_assume((x >= 0) & (x <= N) & (y >= 0) & (y <= 1 << 30));
  braid_assert(positive_sum(x, y) == x + y);
}
