/* Listing 2: the absolute value is not negative. */
#include "lattice.h"

static int absolute(int number) {
  int result;
  JOIN_ANY(result > 0, result == 0, result < 0) {
    if (number < 0) result = -number;
    else result = number;
  }
  return result;
}

int main(void) {
  const int x = braid_int("x");
  braid_assume(x != -__INT_MAX__ - 1);
  braid_assert(absolute(x) >= 0);
}
