// That k is 0 holds in the first 4,999 iterations: were it kept as an invariant, this would
// be proved.  Below the abstraction an error is possible, and no more is said.
// matrix: no
// options: --loops=invariant
// exit: 5
// verdict: possible
// replay: no
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  const unsigned n = __VERIFIER_nondet_uint();
  unsigned i = 0, k = 0;
  if (n > 10000) return 0;
  while (i < n) {
    i++;
    if (i == 5000) k = 1;
  }
  assert(k == 0);
  return 0;
}
