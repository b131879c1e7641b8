// An index may be that of an array's end on a way where it is not used.
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
static int x[2], y[2], z[2];
int main(void) {
  int r = __VERIFIER_nondet_int(), *p;
  if (r < 0 || r > 2) return 0;
  if (r < 2) p = &x[r];
  else p = &z[r - 1];
  int same = p == y;
  assert(!same);
  /* At its end, but compared with no start. */
  int *end = x + r;
  int other = end == &y[1];
  assert(!other);
  return 0;
}
