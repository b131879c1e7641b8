// A pointer to a variable of the call before is a different one in each call: nothing is
// claimed, the calls are executed.
// options: --loops=invariant
// matrix: no
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static void count(int n, int *to) {
  int own = 0;
  if (n > 0) count(n - 1, &own);
  *to = own + 1;
}

int main(void) {
  const int n = __VERIFIER_nondet_int();
  int r = 0;
  if (n < 0 || n > 12) return 0;
  count(n, &r);
  assert(r == n + 1);
  return 0;
}
