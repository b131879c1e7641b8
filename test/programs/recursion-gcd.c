// The greatest common divisor by subtraction: it is positive, and no greater than either.
// options: --loops=invariant --check-invariants
// matrix: no
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int gcd(int a, int b) {
  if (a == b) return a;
  return a > b ? gcd(a - b, b) : gcd(a, b - a);
}

int main(void) {
  const int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  if (a < 1 || b < 1 || a > 10000 || b > 10000) return 0;
  const int g = gcd(a, b);
  assert(g >= 1 && g <= a && g <= b);
  return 0;
}
