// recursion-parity.c with a mistake for one number.
// options: --no-check=stack-overflow
// matrix: no
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

static int is_odd(unsigned n);
static int is_even(unsigned n) { return n == 0 ? 1 : n == 9 ? 1 : is_odd(n - 1); }
static int is_odd(unsigned n) { return n == 0 ? 0 : is_even(n - 1); }

int main(void) {
  const unsigned n = __VERIFIER_nondet_uint();
  if (n > 20) return 0;
  assert(is_even(n) == (n % 2 == 0)); // expect: assert
  return 0;
}
