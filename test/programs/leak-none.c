// What is freed, or can still be reached when the program ends, is no leak.
#include <stdlib.h>

struct node { struct node *next; };
static struct node *head;

int main(void) {
  for (int i = 0; i < 3; i++) {
    struct node *n = malloc(sizeof *n);
    if (!n) return 0;
    n->next = head;
    head = n;
  }
  free(malloc(5));
  return 0;
}
