// A pointer that a comparison made equal to a variable's address stays so when paths
// are joined on which it is not.
// options: --entry=start
// exit: 5
// verdict: bug
struct node { int x; struct node *next; };
static struct node fixed = {7, 0};

int start(struct node *p, int n) {
  int k = 0;
  if (!p) return 0;
  if (p == &fixed) k = 1;
  if (n > 3) n = 3;
  if (k && p->x != 7) return 1 / (k - 1);       /* never */
  if (k && n == 3) return 2 / (k - 1);          // expect: div-by-zero
  return p->x == 7;
}
