// Errors of some states of one store (--merge=store), each on the inputs that have it.
// options: --merge=store
// stats: commits to a store > 5
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
static int *kept, size, level;

static int born(int n) {
  int *p = malloc(sizeof *p * 2);
  if (!p) return 0;
  p[0] = n;
  if (n == 3) {
    free(p);
    return p[0];                        // expect: use-after-free
  }
  const int got = p[n == 4 ? 2 : 0];    // expect: out-of-bounds
  if (n == 5) free(p);
  free(p);                              // expect: double-free
  return got;
}

static void keep(int n) {
  int *p = malloc(4);                   // expect: leak
  if (!p) return;
  kept = p;
  *kept = n;
  if (n > 100) kept = NULL;
  else free(p);
}

static int local(int n) {
  int unset, *p = &unset;
  if (n > 0) *p = n;
  else level++;
  if (n > 9) return 1;
  if (unset == 4) level++;              // expect: uninit
  return level;
}

int main(void) {
  const int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
  if (m < 0) size = 1;
  else if (m == 0) size = 2;
  else size = 3;
  born(n);
  keep(m);
  if (size == 2) assert(m);             // expect: assert
  return local(m);
}
