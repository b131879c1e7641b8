// exit: 5
// verdict: proved-under-assumptions
// assumes: address-distance.c:14: objects lie where braid puts them
// How far two blocks are apart is the machine's business.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
  char *p = malloc(16), *q = malloc(16);
  if (!p || !q) return 1;
  assert((uintptr_t) (p + 5) - (uintptr_t) p == 5);
  assert((uintptr_t) p != (uintptr_t) q && (uintptr_t) p > 100);
  const intptr_t d = (intptr_t) q - (intptr_t) p;
  free(p);
  free(q);
  if (d == 32) abort();
  return 0;
}
