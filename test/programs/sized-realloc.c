// Growing and shrinking an object of unknown size keeps what was written, and no more.
// matrix: no
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  const int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
  if (n < 4 || m < 4 || n > 100000 || m > 100000) return 0;
  char *a = malloc((size_t) n);
  if (!a) return 0;
  a[2] = 9;
  char *b = realloc(a, (size_t) m);
  if (!b) { free(a); return 0; }
  assert(b[2] == 9);
  if (m == 77) b[77] = 1;               // expect: out-of-bounds
  if (n == 5 && m == 9 && b[3]) b[0] = 1; // expect: uninit
  free(b);
  return 0;
}
