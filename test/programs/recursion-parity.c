// Two functions that call each other; each tells the parity, of any number.
// options: --no-check=stack-overflow
// matrix: no
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

static int is_odd(unsigned n);
static int is_even(unsigned n) { return n == 0 ? 1 : is_odd(n - 1); }
static int is_odd(unsigned n) { return n == 0 ? 0 : is_even(n - 1); }

int main(void) {
  const unsigned n = __VERIFIER_nondet_uint();
  assert(is_even(n) == (n % 2 == 0));
  return 0;
}
