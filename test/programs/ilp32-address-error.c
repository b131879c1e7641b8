// target: i386
// Error numbers as pointers: no object lies in the last page, or in the first.
#include <assert.h>
#include <stdlib.h>

static int is_error(const void *p) { return (unsigned long) p >= (unsigned long) -4095; }

int main(void) {
  char *p = malloc(3);
  if (!p) return 1;
  assert(!is_error(p) && is_error((void *) -12L) && (unsigned long) p > 8);
  free(p);
  return 0;
}
