// What lies behind the end of an object of unknown size may have a value, by a write at an
// unknown index: nobody sees it there, and it is unwritten when the object has grown.
// matrix: no
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  const int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
  if (n < 1 || n > 6 || m < 1 || m > 6) return 0;
  char *a = calloc((size_t) n, 1);
  if (!a) return 0;
  a[n - 1] = 10;
  char *b = realloc(a, (size_t) m);
  if (!b) { free(a); return 0; }
  if (m > 2 && b[2]) b[0] = 1;          // expect: uninit
  free(b);
  return 0;
}
