// The predicate is no invariant: it is dropped, and the bug behind the loop is
// found all the same, by a model that is run again.
// matrix: no
// options: --merge=annotated
#include <braid.h>

int main(void) {
  int n = braid_int("n"), i = 0, odd = 0;
  braid_assume(n >= 0 && n < 6);
  while (i < n)
    BRAID_FOLD(pred, i >= 0, i <= n, odd == 0) {
      i++;
      odd = !odd;
    }
  braid_assert(i == n);
  braid_assert(!(i > 0 && odd));  // expect: assert
}
