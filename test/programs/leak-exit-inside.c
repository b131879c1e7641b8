// When exit() is called, only a register holds the block: its address plus a number that
// depends on the input.  The block is no leak.
#include <stdlib.h>

unsigned __VERIFIER_nondet_uint(void);

static char *inside(unsigned n) { return (char *) malloc(4) + (n & 3); }

int main(void) {
  const unsigned n = __VERIFIER_nondet_uint();
  char *p = inside(n);
  if (n & 4) exit(0);
  free(p - (n & 3));
  return 0;
}
