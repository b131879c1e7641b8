/* Half of the address space no machine gives: nothing is assumed. */
#include <assert.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
  assert(!malloc(SIZE_MAX) && errno == ENOMEM);
  assert(!calloc(SIZE_MAX / 2, 3));
  assert(!malloc((size_t) PTRDIFF_MAX + 1));
  return 0;
}
