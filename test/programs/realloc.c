#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int *p = malloc(2 * sizeof *p);
  if (!p) return 0;
  p[0] = x;
  p[1] = 7;
  int *q = realloc(p, (x > 0 ? 4 : 1) * sizeof *q);
  if (!q) {
    free(p);
    return 0;
  }
  assert(q[0] == x);
  if (x > 0) {
    assert(q[1] == 7);
    q[3] = 1;
  } else if (x == -5) {
    q[1] = 1;                           // expect: out-of-bounds
  }
  q = realloc(q, 0 * sizeof *q + 4);
  if (!q) return 0;
  assert(*q == x);
  free(q);
  int *r = realloc(NULL, sizeof *r);    /* is malloc */
  if (r) *r = 1;
  free(r);
  return 0;
}
