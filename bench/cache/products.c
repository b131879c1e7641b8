// Questions about products and remainders that take SAT solvers a while: for --cache, see
// doc/solver.md.
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint(), n = 0;
  if (a > 0x7f || b > 0x7f) return 0;
  for (unsigned i = 0; i < 6; i++) {
    if ((a * b + i * 77) % 13 == i) n++;
    if (((a ^ b) * (a + i)) % 7 == 3) n += 2;
  }
  assert((a * a + b * b) % 4 != 3);
  return 0;
}
