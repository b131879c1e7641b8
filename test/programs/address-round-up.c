// replay: no
// A pool that rounds addresses up, wherever it lies.
#include <stdint.h>
#include <stdlib.h>
#include <assert.h>
/* By itself an array of 16 bytes lies at a multiple of 16 on x86-64. */
static char pool[64] __attribute__((aligned(1))); static size_t used;
static void *get(size_t n) {
  uintptr_t at = ((uintptr_t) (pool + used) + 7) & ~(uintptr_t) 7;
  char *p = (char *) at;
  if (p + n > pool + sizeof pool) return NULL;
  used = (size_t) (p + n - pool);
  return p;
}
int main(void) {
  int *a = get(3), *b = get(8); long *c = get(8);
  if (!a || !b || !c) return 1;
  assert(((uintptr_t) b & 7) == 0);
  *a = 1; *b = 2; *c = 3;
  assert(*a == 1 && *b == 2);
  if ((uintptr_t) pool & 1) assert(a != (int *) (void *) pool);
  unsigned skip = (unsigned) (-(uintptr_t) pool & 7);
  assert(((uintptr_t) (pool + skip) & 7) == 0);
  assert(((uintptr_t) (pool + 1) & 7) != 3);    // expect: assert
  return 0;
}
