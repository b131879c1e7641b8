// Odd numbers are never 0: their calls do not end, so nothing of this kind is proved
// though each call that returns is right.
// options: --loops=invariant --no-check=stack-overflow
// matrix: no
// exit: 5
// verdict: inconclusive
// cut: endless-calls
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int half(int n) { return n == 0 ? 0 : half(n > 0 ? n - 2 : n); }

int main(void) {
  const int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 100) return 0;
  assert(half(n) == 0);
  return 0;
}
