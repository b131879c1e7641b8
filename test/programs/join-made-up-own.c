// An object made for one pointer on one side is no other pointer's on the other
// side, where its own would be left with nothing but an address from nowhere.
// options: --entry=start --lazy-depth=2
// exit: 5
// verdict: bug
struct node { unsigned x; struct node *next, *other; };

static unsigned touch(struct node *p, struct node *q, unsigned n) {
  p->x = 0;
  if (n > 3) n = 7;
  else if (q) q->x = 5;
  return n;
}

unsigned start(struct node *p, struct node *q, unsigned n) {
  struct node *r = p;
  if (r == q) {
    if (q) p = q->next;
  }
  if (p == q) {
    if (q) q->other = p;
  }
  unsigned x = p->x;                  // expect: null
  return touch(r, q, n) + x;
}
