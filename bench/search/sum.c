/* A loop that sums n times a constant, n without a bound. */
#include <braid.h>

int main(void) {
  unsigned n = (unsigned) braid_int("n"), total = 0;
  for (unsigned k = 0; k < n; k++) total += 3;
  braid_assert(total == 3 * n);
  return 0;
}
