/* What could be read, but is not, changes nothing. */
#include <stdio.h>

static int next(void) { return getchar(); }

int main(void) {
  int (*volatile read_one)(void) = next;
  return read_one == next ? 0 : read_one();
}
