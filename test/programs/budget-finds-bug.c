// A cut path proves nothing, but a bug found is found.
// options: --max-loop=5
// matrix: no
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 0;
  while (i < n) i++;
  assert(n != 3);                       // expect: assert
  return 0;
}
