// Two unknown objects that may be one, and a third pointer that may be either.
// options: --externals=unknown
struct peer { int n; struct peer *other; };
struct peer *get(int);
int main(void) {
  struct peer *p = get(1), *q = get(2);
  if (!p || !q) return 0;
  p->n = 1;
  q->n = 2;
  int same = p->n == 2;
  if (same && p != q) return 1 / (same - 1);            /* never */
  struct peer *z = p->other;
  if (z == q && !same) z->n = 5;
  if (z && z != q && z != p && q->n == 5) return 1 / (q->n - 5);  /* never */
  if (q->n == 5) return 2 / (q->n - 5);  // expect: div-by-zero
  return 0;
}
