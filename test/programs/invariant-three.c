// Three counters, two of which change in each iteration: what is known of one that did
// not change must not tie it to what the others were.
// matrix: no
// options: --loops=invariant
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned left = __VERIFIER_nondet_uint(), right = __VERIFIER_nondet_uint();
  unsigned moves = 0;
  if (left > 100000 || right > 100000) return 0;
  const unsigned all = left + right;
  while (left > 0 && right > 0) {
    if (__VERIFIER_nondet_uint() & 1) left--;
    else right--;
    moves++;
  }
  assert(left + right + moves == all);
  assert(left == 0 || right == 0);
  return 0;
}
