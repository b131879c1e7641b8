// Two results that hang together are not two that do not: b0 < n < b1 with one
// n is not the same as with two.
// options: --externals=unknown
// replay: no
// returns: pick: 2 of 3, for 3 paths
#include <assert.h>

unsigned unknown(void);
static unsigned low, high;

static void pick(void) {
  unsigned n = unknown();
  if (unknown() == 1) {
    low = n;
    high = n;
  } else if (unknown() == 1) {
    low = n;
    high = unknown();
  } else {
    low = unknown();
    high = n;
  }
}

int main(void) {
  pick();
  if (low > 5 && high < 3) assert(low == high);  // expect: assert
  return 0;
}
