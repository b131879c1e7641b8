// Far behind an array of unknown size, where objects have short names: when the bug is
// re-executed with a number for the size, the address is one of nobody.
// target: i386
// replay: no
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  const int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 100000) return 0;
  char *a = malloc((size_t) n);
  if (!a) return 0;
  a[60000] = 1;                         // expect: out-of-bounds
  free(a);
  return 0;
}
