// As invariant-default.c, but a choice loses count: whoever proves that must not prove
// this.
// matrix: no
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned left = __VERIFIER_nondet_uint(), right = __VERIFIER_nondet_uint();
  unsigned moves = 0;
  if (left > 100 || right > 100) return 0;
  const unsigned all = left + right;
  while (left > 0 && right > 0) {
    if (__VERIFIER_nondet_uint() & 1) left--;
    else right--;
    if (left != 7) moves++;
  }
  assert(left + right + moves == all);  // expect: assert
  return 0;
}
