/* malloc gives no more than --max-alloc at once. */
// options: --max-alloc=1KiB
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

int main(void) {
  char *a = malloc(1024);
  assert(a);
  char *b = malloc(1025);
  assert(!b && errno == ENOMEM);
  free(a);
  return 0;
}
