// Objects of unknown size: every access against the size that they have.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 20)
    return 0;
  char *p = malloc(n + 1);
  if (!p)
    return 0;
  memset(p, 'a', n);
  p[n] = 0;
  assert(strlen(p) == n);
  char *q = realloc(p, n + 2);
  if (!q) {
    free(p);
    return 0;
  }
  q[n] = 'b';
  q[n + 1] = 0;
  assert(strlen(q) == n + 1);
  unsigned i = __VERIFIER_nondet_uint();
  if (i <= n)
    assert(q[i] == 'a' || (i == n && q[i] == 'b'));
  char c = q[n + 2]; // expect: out-of-bounds
  free(q);
  return c;
}
