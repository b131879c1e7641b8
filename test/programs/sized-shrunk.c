// What was written behind the end of a smaller object is not there when it grows again.
// exit: 5
// verdict: inconclusive
// cut: unsupported
#include <assert.h>
#include <braid.h>
#include <stdlib.h>

int main(void) {
  const unsigned n = braid_u32("n"), i = braid_u32("i");
  if (n < 1000 || n > 100000 || i < 50 || i >= n) return 0;
  char *a = malloc(n);
  if (!a) return 0;
  a[i] = 7;
  char *b = realloc(a, 10);
  if (!b) { free(a); return 0; }
  char *c = realloc(b, n);
  if (!c) { free(b); return 0; }
  if (c[i] != 7) abort();
  free(c);
  return 0;
}
