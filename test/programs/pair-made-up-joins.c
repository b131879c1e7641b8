// What lies behind arguments is made up on one side of each branch only, pointers
// are decided differently, and all of it is joined: as path by path.
// options: --entry=walk --lazy-depth=2 --join=always
// exit: 5
// verdict: bug
// acted: made-up joins
#include <stdlib.h>

struct node { int value; struct node *next, *other; };

static int look(struct node *n, int which) {
  int sum = 0;
  if (which & 1) sum = n->value & 7;
  if (which & 2 && n->next) sum += n->next->value & 7;
  if (which & 4) n->other = n->next;
  if (which & 8) n->value = 3;
  return sum;
}

int walk(struct node *n, struct node *m, int which) {
  if (!n || !m) return 0;
  int sum = look(n, which) + look(m, which);
  if (which & 16) {
    n->value = 1;
    m->value = 2;
    if (n->value == 2) return 1 / (sum - sum);  // expect: div-by-zero
  }
  if (sum == 28) return n->other->value;        // expect: null
  return sum;
}
