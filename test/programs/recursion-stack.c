// What is at stake is a claim of the calls in between: a call that finds another value of
// a global than the first one did must not take its results.
// options: --loops=invariant
// matrix: no
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int level;

static int deep(int n) {
  if (n == 0) return level;
  level++;
  const int r = deep(n - 1);
  level--;
  return r;
}

int main(void) {
  const int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 5) return 0;
  level = n > 3;
  assert(deep(n) != 6); // expect: assert
  return 0;
}
