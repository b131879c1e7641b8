#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  int *p = malloc(2 * sizeof *p), *z = calloc(2, sizeof *z);
  if (!p || !z) return 0;
  int result = 0;
  p[0] = 1;
  if (p[0] && !z[1]) result = 1;
  if (n == 1 && p[1]) result = 2;       // expect: uninit
  if (n == 2) {
    int *more = realloc(z, 4 * sizeof *more);
    if (!more) return 0;
    z = more;
    if (z[1]) result = 3;
    if (z[2]) result = 4;               // expect: uninit
  }
  free(p);
  free(z);
  return result & 1;
}
