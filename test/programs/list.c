// Built, turned round, summed up and freed: nothing leaks, nothing dangles.
#include <assert.h>
#include <stdlib.h>
unsigned __VERIFIER_nondet_uint(void);

struct node { unsigned value; struct node *next; };

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 4) return 0;
  struct node *head = NULL, *turned = NULL;
  for (unsigned i = 0; i < n; i++) {
    struct node *new = malloc(sizeof *new);
    if (!new) abort();
    *new = (struct node) {i, head};
    head = new;
  }
  while (head) {
    struct node *next = head->next;
    head->next = turned;
    turned = head;
    head = next;
  }
  unsigned want = 0;
  while (turned) {
    struct node *next = turned->next;
    assert(turned->value == want);
    want++;
    free(turned);
    turned = next;
  }
  assert(want == n);
  return 0;
}
