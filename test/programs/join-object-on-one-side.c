// Objects that live on one side of a join only, and inputs asked for there.
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

static int *maybe(int wanted) {
  int *p = NULL;
  if (wanted) {
    p = malloc(sizeof *p);
    if (p) *p = __VERIFIER_nondet_int() & 7;
  }
  return p;
}

int main(void) {
  int first = __VERIFIER_nondet_int() & 1;
  int *p = maybe(first), *q = maybe(!first);
  int sum = 0;
  if (p) sum += *p;
  if (q) sum += *q;
  assert(sum >= 0 && sum <= 7);
  assert((p == NULL) != (q == NULL));
  free(p);
  free(q);
  return 0;
}
