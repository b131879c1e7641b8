#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

static unsigned fibonacci(unsigned n) {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

static int is_odd(unsigned n);
static int is_even(unsigned n) { return n == 0 || is_odd(n - 1); }
static int is_odd(unsigned n) { return n != 0 && is_even(n - 1); }

int main(void) {
  static const unsigned want[] = {0, 1, 1, 2, 3, 5, 8};
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 6) return 0;
  assert(fibonacci(n) == want[n]);
  assert(is_even(n) == !(n & 1));
  return 0;
}
