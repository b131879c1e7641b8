// exit: 5
// verdict: proved-under-assumptions
// assumes: address-again.c:11: no new object gets the address of one that is gone
// An allocator gives an address again: then q is freed twice.
#include <stdlib.h>

int main(void) {
  char *p = malloc(16);
  free(p);
  char *q = malloc(16);
  if (p == q) free(q);
  free(q);
  return 0;
}
