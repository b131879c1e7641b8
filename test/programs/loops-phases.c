// A loop that goes one way for a while and then another; and one in which ways
// alternate.
// options: --loops=template --merge=off
// matrix: no
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
  int low = 0, high = 0;
  for (int i = 0; i < n; i++) {
    if (i < m) low++;
    else high++;
  }
  if (n > 0) assert(low + high == n);
  int turns = 0, even = 0;
  while (turns < 6) {
    if (turns % 2 == 0) even++;
    turns++;
  }
  assert(even == 3);
  return 0;
}
