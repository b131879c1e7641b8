// A value is chosen before the path splits, and states above the limit wait on disk as jobs:
// each of them has that value when it is followed again, whatever else it could be.
// matrix: no
// options: --search=bfs --merge=off --loops=unroll --zeq=off --no-seen --max-states=10
// exit: 5
// verdict: inconclusive
// paths: 256
// stats: jobs > 0
#include <braid.h>

int main(void) {
  const unsigned any = (unsigned) braid_int("any") & 255;
  const unsigned chosen = (unsigned) braid_value(any);
  unsigned n = 0;
  for (int i = 0; i < 8; i++)
    if (braid_int("x") > 0) n++;
  braid_assert(any == chosen && n <= 8);
  return 0;
}
