// Returns of a call in which values became abstract are compared: an abstract state
// never goes on for a precise one, and those that look the same are dropped.
// options: --zeq=on --externals=unknown --merge=annotated
// exit: 5
// verdict: proved-under-assumptions
// assumes: calls of unknown() return any value and change nothing
// acted: zeq lattice
#include <assert.h>
#include <braid.h>

int unknown(void);

static int step(void) {
  int gain;
  BRAID_MERGE(sign) if (unknown() > 9) gain = 30;
  else gain = 5;
  if (unknown() == 1) return gain;
  if (unknown() == 2) return gain;
  return 1;
}

int main(void) {
  int sum = step();
  if (step() > 0 && sum > 0) sum = 1;
  assert(sum > 0);
  return 0;
}
