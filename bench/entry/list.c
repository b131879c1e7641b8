/* Two lists of the caller are walked; each element may change a counter. */
#include <assert.h>

struct node { unsigned kind; struct node *next; };

static unsigned count(struct node *n, unsigned wanted) {
  unsigned hits = 0;
  for (unsigned k = 0; k < 3 && n; k++, n = n->next) {
    if (n->kind == wanted) hits++;
    else if (n->kind > wanted) hits += 2;
    else if (n->kind == 0) n->kind = wanted;
  }
  return hits;
}

unsigned start(struct node *a, struct node *b, unsigned wanted) {
  unsigned first = count(a, wanted), second = count(b, wanted);
  assert(first <= 6 && second <= 6);
  assert(first + second != 11);                 /* fails */
  return first;
}
