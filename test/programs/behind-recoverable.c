/* Bugs behind undefined behaviour that no input avoids, after which a machine goes on. */
#include <braid.h>
#include <string.h>

static int total;

static void add(int by) {
  total += by;                          // expect: overflow
}

int main(void) {
  char bytes[8] = {0};
  int table[4] = {0}, *number = (int *) (bytes + 1);
  total = 2147483647 - 10;
  for (int k = 0; k < 3; k++) add(braid_range(20, 30, "by"));
  *number = 1;                          // expect: alignment
  const unsigned n = braid_range(0, 8, "n");
  if (total < 0 && n > 3) table[n] = 1; // expect: out-of-bounds
  return table[0];
}
