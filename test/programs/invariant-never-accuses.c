// The second assertion fails, but after hundreds of iterations only: below an abstraction
// that is possible, and no more is said.
// matrix: no
// options: --loops=invariant
// exit: 5
// verdict: possible
// replay: no
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  const int n = __VERIFIER_nondet_int();
  int i = 0, k = 0;
  if (n < 0 || n > 100000) return 0;
  while (i < n) {
    i++;
    k += __VERIFIER_nondet_int() ? 2 : 4;
    if (k > 1000) k = 1;
  }
  assert(i == n);
  assert(k % 2 == 0);
  return 0;
}
