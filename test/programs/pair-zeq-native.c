// Returns are compared of calls whose work ran natively: what machine code wrote is
// seen like anything else.
// options: --merge=off --zeq=on --externals=unknown --native-after=1
// acted: zeq native
// replay: no
#include <assert.h>

unsigned unknown(void);
static unsigned table[32], changed;

static int work(unsigned seed) {
  if (unknown() == 3) seed++;
  if (unknown() == 4) return -1;
  for (unsigned i = 0; i < 640; i++) table[i & 31] += seed * i;
  if (unknown() == 5) return -1;
  changed = table[31];
  return 0;
}

int main(void) {
  int r = 0;
  for (unsigned i = 0; i < 2; i++) r |= work(7);
  assert(r || changed);
  assert(r || table[1] != 2 * 7 * 6100);                // expect: assert
  assert(!r || !changed);                               // expect: assert
  return 0;
}
