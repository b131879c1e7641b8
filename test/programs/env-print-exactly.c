/* Formatting at once forks once a length. */
// options: --format-output=exact
// paths: 7
#include <assert.h>
#include <braid.h>
#include <stdio.h>

int main(void) {
  unsigned short x = braid_u16("x");
  assert(printf("%d\n", (signed char) x) <= 5);
  return 0;
}
