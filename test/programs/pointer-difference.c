// Subtracting pointers into different objects is undefined.
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

static int x[4], y[4];

int main(void) {
  const int i = __VERIFIER_nondet_int();
  char *p = malloc(16), *q = malloc(16);
  if (!p || !q) return 1;
  assert((p + 16) - p == 16 && &x[3] - x == 3);
  long d = 0;
  if (i == 1) d = p - q;                        // expect: pointer-difference
  if (i == 2) d = &x[1] - &y[0];                // expect: pointer-difference
  if (i == 3) d = (i > 3 ? p : q) - (q + 1);
  free(p);
  free(q);
  return d == 7;
}
