// No state here is what another one was: when looking for one has had its part of the
// run, states no longer pause at the heads of loops.
// options: --merge=off --loops=unroll --zeq=off
// matrix: no
// stats: states compared > 20
// stats: states not compared < 200
#include <braid.h>

int main(void) {
  unsigned char bytes[11];
  unsigned hash = 2166136261u;
  braid_make_symbolic(bytes, sizeof bytes, "bytes");
  for (unsigned i = 0; i < sizeof bytes; i++) {
    if (bytes[i] > 100) hash = (hash ^ 3) * 16777619;
    else hash = (hash ^ 5) * 16777619;
  }
  braid_assert(hash != 1);
}
