/* A list that grows as long as the input says so: states and memory without a bound. */
#include <braid.h>
#include <stdlib.h>

typedef struct node { struct node *next; unsigned value; char text[200]; } node;

int main(void) {
  node *all = NULL;
  while (braid_uint("more") % 3) {
    node *n = malloc(sizeof *n);
    if (!n) return 1;
    n->next = all;
    n->value = braid_uint("value");
    for (unsigned k = 0; k < sizeof n->text; k++) n->text[k] = (char) (n->value >> k % 24);
    all = n;
    for (const node *o = all->next; o; o = o->next)
      if (o->value == n->value) n->text[0] = o->text[1];
  }
  while (all) {
    node *n = all;
    all = all->next;
    free(n);
  }
  return 0;
}
