// Pointers to locals of one way, and an array whose length differs.
#include <braid.h>
#include <stdlib.h>
static int *kept;
static int keep(int *p, int which) {
  int local = 5;
  if (which) kept = &local; else kept = p;
  return *kept;
}
int main(void) {
  int x = braid_range(0, 7, "x"), here = 9;
  int r = keep(&here, x == 4);
  braid_assert(r == (x == 4 ? 5 : 9));
  int n = 2;
  if (x & 1) n = 5;
  if (x == 6) n = 1;
  int vla[n];
  for (int k = 0; k < n; k++) vla[k] = k * x;
  braid_assert(vla[n - 1] == (n - 1) * x);
  if (x == 3) vla[n - 1 + (x & 1)] = 0;  // expect: out-of-bounds
  if (x == 4) return *kept;  // expect: use-after-scope
  return *kept + vla[0];
}
