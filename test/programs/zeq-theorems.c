// Theorems 3 to 6 of the paper: from a kept state the same properties can hold,
// cannot hold, must hold and need not hold as from those dropped for it.
// options: --externals=unknown
// replay: no
// returns: even: 1 of 3, for 3 paths
#include <assert.h>

unsigned unknown(void);

static unsigned even(void) {
  unsigned a = unknown();
  if (unknown() > 5) return a * 2;
  unsigned b = unknown();
  if (unknown() > 6) return (a + b) * 2;
  return (a ^ b) << 1;
}

int main(void) {
  unsigned r = even();
  assert(r % 2 == 0);                 // must hold
  if (r == 7) assert(0);              // cannot be reached
  if (r == 6) assert(r != 6);         // expect: assert
  assert(r != 4);                     // expect: assert
  return 0;
}
