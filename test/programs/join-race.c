// Far more paths than there is time for, and a bug on a few of them: joining,
// tried beside the paths, comes to its end.
// matrix: no
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
  int sum = 0;
  for (int k = 0; k < 40; k++)
    if (__VERIFIER_nondet_int() > k) sum++;
  assert(sum != 39);                    // expect: assert
  return 0;
}
