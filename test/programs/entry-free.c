// Objects of callers may be freed, once.
// options: --entry=drop
// exit: 5
// verdict: bug
#include <stdlib.h>

struct pair { int *left, *right; };

int drop(struct pair *p) {
  if (!p) return 0;
  free(p->left);
  free(p->right); // expect: double-free
  free(p);
  return p->left != 0; // expect: use-after-free
}
