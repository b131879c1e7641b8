// A pointer that a comparison made equal to another one, where pointers do not share
// objects otherwise, stays so when it is joined with paths on which it is not.
// options: --entry=start --no-lazy-alias --join=always
// exit: 5
// verdict: bug
// matrix: no
struct node { int x; struct node *next; };

int start(struct node *q, struct node *r) {
  int k = 0;
  if (!q || !r) return 0;
  if (q == r) k = 2;
  r->x = 5;
  q->x = 6;
  if (k && r->x == 6) return 1 / (k - 2);       // expect: div-by-zero
  if (!k && r->x == 6) return 2 / k;            /* never */
  return k;
}
