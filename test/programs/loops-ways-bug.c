// Each iteration takes one of two ways: a template of only one of them proves this.
// options: --loops=template --merge=off --max-bugs=1
// matrix: no
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  const unsigned n = __VERIFIER_nondet_uint();
  unsigned a = 0, b = 0;
  for (unsigned i = 0; i < n; i++) {
    if (__VERIFIER_nondet_uint() & 1) a++;
    else b += 2;
  }
  assert(a != 3 || b != 4);     // expect: assert
  return 0;
}
