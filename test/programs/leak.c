// somewhere: leak
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void) {
  int *p = malloc(sizeof *p);
  if (!p) return 0;
  *p = 1;
  if (__VERIFIER_nondet_int() != 77) free(p);
  p = NULL;
  return 0;
}
