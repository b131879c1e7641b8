// recursion-fibonacci.c with a bound that is wrong for 3, 4 and 5.
// matrix: no
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

int main(void) {
  const int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 12) return 0;
  assert(n < 4 || fibonacci(n) >= n); // expect: assert
  return 0;
}
