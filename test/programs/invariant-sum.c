// x and y always sum up to n, for any number of iterations.
// matrix: no
// options: --loops=invariant
// stats: joins > 0
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  const unsigned n = __VERIFIER_nondet_uint();
  unsigned x = n, y = 0;
  while (x > 0) {
    x--;
    y++;
  }
  assert(y == n);
  return 0;
}
