// target: i386
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
unsigned __VERIFIER_nondet_uint(void);

struct node { struct node *next; unsigned value; };

int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 3, sum = 0;
  struct node *head = NULL;
  for (unsigned i = 0; i < n; i++) {
    struct node *new = malloc(sizeof *new);
    if (!new) abort();
    new->next = head;
    new->value = i + 1;
    head = new;
  }
  assert(sizeof *head == 8);
  while (head) {
    struct node *next = head->next;
    sum += head->value;
    free(head);
    head = next;
  }
  assert(sum == n * (n + 1) / 2);
  char big[20000];                      /* more than one page */
  big[19999] = 1;
  big[4096] = 2;
  uintptr_t a = (uintptr_t) &big[0], b = (uintptr_t) &big[19999];
  assert(b - a == 19999 && big[4096] == 2);
  if (n == 2) return big[n * 10000];    // expect: out-of-bounds
  return 0;
}
