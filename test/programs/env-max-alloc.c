/* malloc gives no more than --max-alloc at once: an assumption, a machine may. */
// options: --max-alloc=1KiB
// exit: 5
// verdict: proved-under-assumptions
// assumes: no machine has memory for a block of more than 1024 bytes (--max-alloc)
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
