// The parity of a value says nothing of its sign, and its sign nothing of its parity:
// what was forgotten is not proved.
// options: --merge=annotated
// matrix: no
// exit: 5
// verdict: possible
#include <braid.h>

int main(void) {
  const int n = braid_int("n");
  int a, b;
  BRAID_MERGE(mixed, BRAID_AS(sign, a), BRAID_AS(parity, b)) {
    if (n > 0) a = b = 2;
    else a = b = 4;
  }
  braid_assert(a > 0);
  braid_assert(b % 2 == 0);
  if (n == 1) braid_assert(b > 0);
  if (n == 2) braid_assert(a % 2 == 0);
}
