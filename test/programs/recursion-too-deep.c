// It holds of every number, but a large one needs more stack than there is: nothing is
// proved.
// options: --loops=invariant
// matrix: no
// exit: 5
// verdict: inconclusive
// cut: deep-calls
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

static int parity(unsigned n) { return n == 0 ? 0 : !parity(n - 1); }

int main(void) {
  const unsigned n = __VERIFIER_nondet_uint();
  assert(parity(n) == (int) (n % 2));
  return 0;
}
