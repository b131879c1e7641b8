// An assertion behind a value that is only partly written.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
  int u, x = __VERIFIER_nondet_int(), v = (u & 1) | x;
  if (v & 1)                    // expect: uninit
    assert(x == 12345);         // expect: assert
  return 0;
}
