// options: --classic --jobs=2 --max-time=120s
// matrix: no
// stats: paths_completed = 4096
#include <braid.h>
#include <stdint.h>

/* The low bits of an address are an input of a path, which jobs of other processes carry. */
int main(void) {
  char c[16];
  const unsigned low = (uintptr_t) c & 7;
  unsigned n = 0;
  for (int i = 0; i < 12; i++)
    if (braid_int("x") > 0) n++;
  c[0] = 1;
  braid_assert(n <= 12 && low < 8);
  return c[0] - 1;
}
