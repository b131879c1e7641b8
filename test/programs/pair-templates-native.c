// Native code before, inside and after a loop that is taken at once.
// options: --merge=off --loops=template --native-after=1
// acted: templates native
#include <assert.h>
#include <braid.h>

static unsigned table[64];

static void fill(void) {
  for (unsigned i = 0; i < 6400; i++) table[i & 63] = table[i & 63] * 5 + i;
}

int main(void) {
  unsigned n = braid_uint("n"), k = 0;
  fill();
  const unsigned step = (table[9] & 3) + 1;
  if (n > 12) return 0;
  for (unsigned i = 0; i < n; i++) k += step;
  fill();
  assert(k == n * step);
  assert(n != 11 || table[0] == 0);                     // expect: assert
  return 0;
}
