/* A table of a symbolic size, filled by a loop, and one write at a symbolic place. */
#include <braid.h>
#include <stdlib.h>

int main(void) {
  const unsigned level = (unsigned) braid_range(1, 9, "level"), k = braid_uint("k");
  unsigned *t = malloc(level * 100000u * sizeof *t);
  if (!t) return 0;
  for (unsigned i = 0; i < level * 100000u; i++) t[i] = 0;
  if (k < level * 100000u) t[k] = 1;
  for (unsigned i = 0; i < level * 100000u; i++)
    if (t[i] > 1) abort();
  free(t);
  return 0;
}
