// Returns of a call that made things up inside, on one side or on both: what can
// still be reached is seen, and its contents with what the path says of them.
// options: --entry=start --externals=unknown --merge=off --zeq=on
// exit: 5
// verdict: bug
// acted: made-up zeq
#include <assert.h>
#include <stddef.h>

struct box { unsigned a, b; struct box *next; };
unsigned unknown(void);

static unsigned check(struct box *p) {
  if (unknown() == 3) return 0;
  if (unknown() == 4) return 0;
  if (p->next && p->next->a == 5) return 1;
  if (p->b == 2) p->b = 3;
  return 2;
}

unsigned start(struct box *p) {
  if (p == NULL) return 0;
  unsigned r = check(p);
  assert(r != 1 || p->next->a == 5);
  if (r == 2) assert(p->b != 2);
  if (r == 0 && p->next) assert(p->next->a != 5);       // expect: assert
  return r;
}
