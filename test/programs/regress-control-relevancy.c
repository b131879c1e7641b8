/* Found by the laboratory: with joins, what a branch on an input writes is an input
 * in all calls of the function, not only in those in which it was one anyway.  (The
 * function is too large to have an instance for each call.) */
// options: --check-relevancy
#include <braid.h>

static int in, out, way = 43;
static unsigned short none;

static unsigned nothing(int a, long long b, unsigned short c) { return 0; }

static long either(long a, int b, long c) {
  unsigned long long v[3] = {44, 45, 38};
  unsigned long long w[6] = {45, 91, 21, 33};
  int k = 0;
  w[2] = nothing(0, in, w[(none == 255) % 6u] % (in & 7)); // expect: div-by-zero
  v[(b >= 15) % 3u] = nothing(in - 3u >= 2, 0 >> (none & 15),
                              w[(unsigned) (c | in) % 6u] & 4);
  k = braid_u8("k") & 1;
  if (k) a = !(a & 1);
  return a < 63ull;
}

int main(void) {
  in = braid_u8("in") & 1;
  switch (way & 6) {
  case 1: out = (int) either(in, 0, 0);
  case 2: out = (int) either(~0, 0, 0); break;
  }
  return 0;
}
