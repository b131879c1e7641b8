/* An overflow after 2^31 iterations, which a template shows in a closed form. */
#include <braid.h>

int main(void) {
  int x = braid_int("x"), y = braid_int("y");
  if (y >= 5) while (x >= 0) y = y - 1;
  return 0;
}
