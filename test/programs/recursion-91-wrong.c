// recursion-91.c with a claim that is wrong for one argument.
// matrix: no
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int f(int x) { return x > 100 ? x - 10 : f(f(x + 11)); }

int main(void) {
  const int x = __VERIFIER_nondet_int();
  if (x < -1000) return 0;
  assert(f(x) == (x > 101 ? x - 10 : 91) && f(x) != 94); // expect: assert
  return 0;
}
