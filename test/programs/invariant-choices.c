// Two ways through the loop, and an input each time: bounds and low bits are kept.
// matrix: no
// options: --loops=invariant
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
    if (k > 1000) k = 0;
  }
  assert(i == n);
  assert(k % 2 == 0);
  return 0;
}
