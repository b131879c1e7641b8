// A number of turns through a return: a template is applied inside of a call whose
// returns are compared; how often the loop turned is seen by one caller and not by
// the other.
// options: --merge=off --loops=template --zeq=on --externals=unknown
// acted: templates zeq
#include <assert.h>

unsigned unknown(void);

static unsigned settle(unsigned n, unsigned *turns) {
  unsigned k = 0;
  while (k < n) k++;
  if (turns) *turns = k;
  if (unknown() == 5) return 1;
  if (unknown() == 6) return 1;
  return 0;
}

int main(void) {
  unsigned n = unknown() & 7, turns = 0;
  unsigned r = settle(n, 0);
  r += settle(n, &turns);
  assert(turns == n);
  assert(r != 2 || turns != 6);                      // expect: assert
  return 0;
}
