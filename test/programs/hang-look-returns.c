// A look for hangs runs a state on, past its return from a call: it is not compared there
// with other returns, as one that is still where it returned to.
// options: --merge=off --loops=unroll --no-seen --zeq=on --native=off
// options: --limit=explore_slice=1024 --limit=zeq_cycle_first=256
// options: --limit=zeq_cycle_price=0 --limit=zeq_cycle_heads=3500
// matrix: no
#include <braid.h>

volatile int v;

static int wait_long(void) {
  for (int i = 0; i < 3000; i++) v = i;
  v = 0;
  return 0;
}

static int choose(void) {
  int r;
  switch (braid_int("x")) {
  case 1: r = 0; break;
  case 2: r = 1; break;
  case 3: r = 2; break;
  default: r = 0; break;
  }
  wait_long();
  return r;
}

int main(void) {
  int r = choose() + wait_long();
  braid_assert(r < 2);  // expect: assert
  return 0;
}
