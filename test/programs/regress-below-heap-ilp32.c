// target: i386
// replay: no
// A little below the first heap object lies no object at all on a 32-bit
// target; the symbolic and the concrete execution must name the bug alike.
#include <braid.h>
#include <stdlib.h>

int main(void) {
  int i = braid_u8("i") & 1;
  unsigned short *p = malloc(3 * sizeof *p);
  if (!p) return 0;
  p[0] = 1;
  int x = p[i - 1];                     // expect: out-of-bounds
  free(p);
  return x;
}
