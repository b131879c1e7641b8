// The only pointer is overwritten for some inputs: those leak, the others not.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int *kept;

int main(void) {
  kept = malloc(4);                     // expect: leak
  if (__VERIFIER_nondet_int() == 3) kept = NULL;
  return 0;
}
