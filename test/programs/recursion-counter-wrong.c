// As recursion-counter.c, but calls change what they read: the claim is wrong.
// matrix: no
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int seen, most = 1000;

static void walk(int n) {
  if (n <= 0) return;
  if (n > most) return;
  seen++;
  if (n == 7) most = 3;
  walk(n - 1);
}

int main(void) {
  const int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 20) return 0;
  walk(n);
  assert(seen == n); // expect: assert
  return 0;
}
