// options: --no-check=out-of-bounds
// exit: 5
// verdict: inconclusive
// cut: unchecked
// A machine may go on behind an error that nobody looks for: nothing is proved.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
  int a[2] = {1, 1};
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 4) return 0;
  assert(a[i] == 1);
  return 0;
}
