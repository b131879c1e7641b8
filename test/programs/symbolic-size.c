#include <assert.h>
#include <stdlib.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uchar();
  if (n < 1 || n > 16) return 0;
  char *p = malloc(n);
  if (!p) return 0;
  p[n - 1] = 1;
  p[0] = 2;
  assert(p[n - 1] == (n == 1 ? 2 : 1));
  if (n > 3) p[3] = 3;
  if (n > 5) p[n] = 4;                  // expect: out-of-bounds
  free(p);
  return 0;
}
