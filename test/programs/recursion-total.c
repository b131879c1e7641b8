// The sum of the numbers up to n, by default.
// matrix: no
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int total(int n) { return n <= 0 ? 0 : n + total(n - 1); }

int main(void) {
  const int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 1000) return 0;
  assert(total(n) >= n);
  return 0;
}
