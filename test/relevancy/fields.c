/* Points-to: fields, arrays of structs, functions called through tables. */
#include <stdlib.h>

typedef struct node { struct node *next; int *data; } node;
static int x, y, z;
static node list[4];

static int *first(node *n) { return n->data; }
static int *second(node *n) { return n->next->data; }
static int *(*const table[])(node *) = {first, second};

int main(void) {
  node a = {.data = &x}, b = {.next = &a, .data = &y};
  for (int k = 0; k < 4; k++) list[k].data = &z;
  int *p = table[0](&a);
  int *q = b.next->data;
  int *r = list[2].data;
  return *p + *q + *r;
}
