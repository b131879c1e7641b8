// An input chooses in each iteration which of two counters goes down: there are too many
// states, and no template takes the choice.  By default the invariants prove it.
// matrix: no
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned left = __VERIFIER_nondet_uint(), right = __VERIFIER_nondet_uint();
  const unsigned most = left;
  while (left > 0 && right > 0) {
    if (__VERIFIER_nondet_uint() & 1) left--;
    else right--;
    assert(left <= most);
  }
  assert(left == 0 || right == 0);
  return 0;
}
