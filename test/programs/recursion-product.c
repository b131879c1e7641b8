// Multiplication by addition: its sign, and that it does not overflow.
// options: --loops=invariant
// matrix: no
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int product(int n, int m) { return m == 0 ? 0 : n + product(n, m - 1); }

int main(void) {
  const int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
  if (n < 0 || n > 1000 || m < 0 || m > 1000) return 0;
  const int r = product(n, m);
  assert(r >= 0 && (m == 0 || r >= n));
  return 0;
}
