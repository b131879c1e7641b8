// Freed for some inputs only: used afterwards for those, freed twice for others.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  int *p = malloc(sizeof *p);           // expect: leak
  if (!p) return 0;
  *p = 1;
  if (a > 10) free(p);
  if (b == 5) return *p;                // expect: use-after-free
  if (b == 6) free(p);                  // expect: double-free
  return 0;
}
