// options: --property=test/programs/valid-memcleanup.prp
// exit: 0
// replay: no
// A program that aborts after it has freed everything has cleaned up.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void) {
  char *p = malloc(2);
  const int n = __VERIFIER_nondet_int();
  free(p);
  if (n == 1) abort(); // expect: abort
  if (n == 2) exit(2);
  if (n == 3) _Exit(3);
  return 0;
}
