#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  int *p = malloc(4 * sizeof *p);
  if (!p || n > 4) {
    free(p);
    return 0;
  }
  p[n] = 1;
  free(p);
  return 0;
}
