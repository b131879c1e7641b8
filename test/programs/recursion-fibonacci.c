// Fibonacci's numbers: a lower bound, and no overflow, which an upper one says.
// options: --loops=invariant
// matrix: no
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

int main(void) {
  const int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 30) return 0;
  assert(fibonacci(n) >= n - 1);
  return 0;
}
