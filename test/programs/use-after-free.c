#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void) {
  int *p = malloc(sizeof *p);
  if (!p) return 0;
  *p = 1;
  int x = __VERIFIER_nondet_int();
  if (x > 10) free(p);
  if (x == 11) return *p;               // expect: use-after-free
  if (x == 12) *p = 2;                  // expect: use-after-free
  if (x <= 10) free(p);
  return 0;
}
