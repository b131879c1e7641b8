// A join that keeps signs, of states one of which made an object up.
// options: --entry=start --no-lazy-null --merge=annotated
// exit: 5
// verdict: proved-under-assumptions
// assumes: start() is entered with any arguments
// acted: made-up lattice
#include <assert.h>
#include <braid.h>

struct box { int a; struct box *next; };

int start(struct box *p, int which) {
  int gain;
  BRAID_MERGE(sign) if (which > 3) gain = p->a > 0 ? p->a : 1;
  else gain = 2;
  assert(gain > 0);
  if (which > 3) assert(p->next->a == p->next->a);
  return gain;
}
