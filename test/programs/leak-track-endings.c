// options: --property=test/programs/valid-memtrack.prp
// replay: no
// exit: 10
// Lost before the program aborts is lost; what is still pointed to is tracked.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

static char *kept;

int main(void) {
  kept = malloc(2); // expect: leak
  if (__VERIFIER_nondet_int()) abort(); // expect: abort
  kept = malloc(3);
  free(kept);
  kept = 0;
  if (__VERIFIER_nondet_int()) abort();
  return 0;
}
