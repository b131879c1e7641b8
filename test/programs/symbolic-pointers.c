#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

struct node { int value; struct node *next; };

int main(void) {
  int a = 1, b = 2, *heap = malloc(sizeof *heap);
  if (!heap) return 0;
  *heap = 3;
  int x = __VERIFIER_nondet_int();
  int *p = x < 0 ? &a : x == 0 ? &b : heap;
  *p += 10;
  assert(a + b + *heap == 16);
  assert((a == 11) == (x < 0) && (b == 12) == (x == 0));
  assert((p == heap) == (x > 0));
  int *table[3] = {&a, &b, heap};
  unsigned i = (unsigned) x % 3;
  *table[i] = 100;
  assert(a == 100 || b == 100 || *heap == 100);
  struct node second = {2, NULL}, first = {1, x > 5 ? &second : NULL};
  int sum = 0;
  for (struct node *n = &first; n; n = n->next) sum += n->value;
  assert(sum == (x > 5 ? 3 : 1));
  free(heap);
  return 0;
}
