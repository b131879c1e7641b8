// Ackermann's function at small bounds: executed call by call.
// matrix: no
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

static unsigned ackermann(unsigned m, unsigned n) {
  if (m == 0) return n + 1;
  if (n == 0) return ackermann(m - 1, 1);
  return ackermann(m - 1, ackermann(m, n - 1));
}

int main(void) {
  const unsigned m = __VERIFIER_nondet_uint(), n = __VERIFIER_nondet_uint();
  if (m > 2 || n > 4) return 0;
  assert(ackermann(m, n) > n);
  assert(m != 2 || ackermann(m, n) == 2 * n + 3);
  return 0;
}
