// recursion-product.c with arguments for which it overflows.
// matrix: no
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int product(int n, int m) {
  return m == 0 ? 0 : n + product(n, m - 1); // expect: overflow
}

int main(void) {
  const int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
  if (n < 0 || m < 0 || m > 3) return 0;
  return product(n, m) < 0;
}
