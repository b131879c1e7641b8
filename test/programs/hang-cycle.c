// A long cycle, through calls and a heap that comes back to what it was.
// matrix: endless
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);

static unsigned next(unsigned x) {
  unsigned char *p = malloc(4);
  if (!p) exit(1);
  p[1] = (unsigned char) (x * 5 + 1);
  const unsigned y = p[1];
  free(p);
  return y;
}

int main(void) {
  unsigned x = __VERIFIER_nondet_uint() % 2 ? 7 : 300;
  while (x < 256) x = next(x);  // expect: hang
  return 0;
}
