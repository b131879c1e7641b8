// An assumption does not fork: what it excludes is no path.
// paths: 2
#include <assert.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x > 10);
  assert(x > 5);
  if (x > 100) return 0;
  return x > 5 ? 0 : 1;
}
