// A template whose bound only its interval is left of, and a join of what the loop
// counted that keeps its sign alone.
// options: --loops=template --merge=annotated
// acted: templates lattice
#include <assert.h>
#include <braid.h>

int main(void) {
  int x = braid_int("x"), bound, turns = 0, sign;
  BRAID_MERGE(interval, bound) if (x > 3) bound = 12;
  else bound = 5;
  for (int i = 0; i < bound; i++) turns++;
  BRAID_MERGE(sign, sign) if (x & 1) sign = turns;
  else sign = 1;
  assert(turns == bound);
  assert(sign > 0);
  return 0;
}
