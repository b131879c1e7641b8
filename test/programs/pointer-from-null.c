// Obstacks align a pointer by its distance from NULL: that is no index.
// options: --no-check=pointer-overflow
#include <stdlib.h>

static char *align(char *base, char *p) {
  return base + (((p - base) + 15) & ~15L);
}

int main(void) {
  char *p = malloc(32);
  if (!p) return 1;
  char *q = align(NULL, p);
  *q = 1;
  const int is_same = p[0] == 1;
  free(p);
  return !is_same;
}
