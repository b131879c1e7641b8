// An object of unknown size read at an unknown index: both bounds are terms.
// options: --no-check=leak --no-check=uninit
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), i = __VERIFIER_nondet_int();
  if (n < 2 || n > 4 || i < 0 || i > 3) return 0;
  char *p = malloc((size_t) n);
  if (!p) return 0;
  p[0] = p[1] = 1;
  if (i < n) p[i] = 2;
  p[i] = 3;  // expect: out-of-bounds
  return 0;
}
