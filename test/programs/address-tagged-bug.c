// A tag in the upper bits has to be taken off before the pointer is followed; what the tag
// leaves of an address is the address.
#include <stdint.h>
#include <stdlib.h>
#include <braid.h>
int main(void) {
  char *p = malloc(4);
  if (!p) abort();
  const uintptr_t tag = (uintptr_t) 0xfffc << 48, boxed = (uintptr_t) p | tag;
  char *q = (char *) (boxed & ~tag);
  q[3] = 1;
  if (braid_range(0, 2, "far")) q[4] = 1;                       // expect: out-of-bounds
  if (braid_range(0, 2, "raw")) *(char *) (boxed & ~(tag >> 1)) = 1;    // expect: bad-pointer
  free(p);
  return 0;
}
