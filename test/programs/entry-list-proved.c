// Nothing is wrong with it, for lists up to the depth: proved under assumptions.
// Lists of 0, 1 and 2 nodes end; one of 2 may be a circle, which ends by count.
// options: --entry=length --lazy-depth=2
// exit: 5
// verdict: inconclusive
// cut: cut-lazy
struct node { struct node *next; };

int length(const struct node *p) {
  int n = 0;
  for (; p && n < 9; p = p->next) n++;
  return n;
}
