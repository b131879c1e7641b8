// Pointers, flags and what is uninitialised are not abstracted.
#include <braid.h>
#include <stdlib.h>

int main(void) {
  const int x = braid_int("x");
  int a[2] = {3, 4}, *p, n;
  BRAID_MERGE(sign) {
    p = x > 0 ? a : a + 1;
    n = x > 0 ? 1 : 2;
    if (x == 5) p = NULL;
  }
  braid_assert(n > 0);
  if (p) braid_assert(*p == 3 || *p == 4);
  int unset;
  BRAID_MERGE(interval) {
    if (x > 0) unset = 1;
  }
  if (x > 1) braid_assert(unset == 1);
  if (unset == 1) return 1;  // expect: uninit
}
