// That k is 0 holds in the first 4,999 iterations: were it kept as an invariant, this would
// be proved.  Here it is a bug, since re-execution of its inputs shows it.
// matrix: no
// options: --loops=invariant
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
  assert(k == 0);              // expect: assert
  return 0;
}
