// realloc and free of joined pointers.
#include <braid.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  int x = braid_range(0, 6, "x");
  char *a = malloc(4), *b = malloc(8), *p;
  if (!a || !b) return 0;
  memset(a, 1, 4);
  memset(b, 2, 8);
  p = a;
  if (x > 2) p = b;
  p = realloc(p, x == 5 ? 2 : 16);
  if (!p) return 0;
  braid_assert(p[1] == (x > 2 ? 2 : 1));
  if (x != 5) p[15] = 3;
  char *q = x > 2 ? a : b;
  if (x == 4) q = NULL;
  free(q);
  free(p);
  if (x == 4) free(a);
  if (x == 1) braid_assert(q != NULL);
  if (x == 3) return q[0];  // expect: use-after-free
  return 0;
}
