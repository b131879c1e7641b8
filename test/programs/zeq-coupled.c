// Coupled unknowns, which the rules leave open as the paper's do: whatever p and q
// are, one unknown value has this bit of the one and that bit of the other.
// options: --externals=unknown --zeq=on
// replay: no
#include <assert.h>

unsigned unknown(void);

static unsigned match(unsigned p, unsigned q) {
  unsigned a = unknown();
  if (unknown() == 1) return 7;
  if ((a & 1) != (p & 1)) return 1;
  if ((a & 2) != (q & 2)) return 2;
  return 7;
}

int main(void) {
  unsigned p = unknown(), q = unknown();
  unsigned r = match(p, q);
  if (r == 7) assert(p != 3 || q != 4);  // expect: assert
  assert(r != 5);
  return 0;
}
