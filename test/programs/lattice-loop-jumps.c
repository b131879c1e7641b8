// Jumps out of a folded loop, and into it.
// options: --merge=annotated --refine
// matrix: no
#include <braid.h>
int main(void) {
  int n = braid_range(0, 9, "n"), i = 0, u;
  if (n == 3) goto in;
again:
  while (i < n)
    BRAID_FOLD(interval) {
      i++;
      if (i == 6) goto out;
    }
  u = 1;
out:
  if (n == 8 && i == 6) {
    n = 7;
    goto again;
  }
  braid_assert(i != 7);  // expect: assert
  if (u == 1) return 1;  // expect: uninit
  return 0;
in:
  i = 2;
  goto again;
}
