// A pointer that was joined is compared with one that is open: without aliases the
// path on which they are equal ended where it follows the pointer.
// options: --entry=start --no-lazy-alias
// exit: 5
// verdict: bug
// bugs: 2
#include <assert.h>

struct node { unsigned x; };

unsigned start(struct node *p, struct node *q) {
  unsigned n = 0;
  if (p) n = p->x;
  if (p != q) return n;
  n = p->x; // expect: null
  assert(n != 7); // expect: assert
  return n;
}
