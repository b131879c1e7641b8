// A list with one link a node, the XOR of both neighbours, is walked both ways.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
struct node { uintptr_t link; int v; };
int main(void) {
  struct node *n[4];
  for (int i = 0; i < 4; i++) {
    n[i] = malloc(sizeof *n[i]);
    if (!n[i]) abort();
    n[i]->v = i;
  }
  for (int i = 0; i < 4; i++)
    n[i]->link = (i ? (uintptr_t) n[i - 1] : 0) ^ (i < 3 ? (uintptr_t) n[i + 1] : 0);
  for (int way = 0; way < 2; way++) {
    uintptr_t before = 0, at = (uintptr_t) n[way ? 3 : 0];
    int digits = 0;
    while (at) {
      struct node *node = (struct node *) at;
      digits = digits * 10 + node->v;
      at = node->link ^ before;
      before = (uintptr_t) node;
    }
    assert(digits == (way ? 3210 : 123));
  }
  assert(n[1]->link != 0);
  for (int i = 0; i < 4; i++) free(n[i]);
  return 0;
}
