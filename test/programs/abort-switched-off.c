// options: --no-check=abort
// Many verification tasks end a path by abort() to assume something.
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

static void assume(int condition) {
  if (!condition) abort();
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  assume(x > 5);
  assert(x != 5);
  return 0;
}
