// What is proposed is kept by two iterations, not by one: b comes from what it was before
// the last.
// options: --loops=invariant --check-invariants
// matrix: no
// exit: 0
// verdict: proved
#include <braid.h>

extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  if (a % 8 == 3 || b % 8 == 3) return 0;
  while (__VERIFIER_nondet_uint()) {
    BRAID_INVARIANT(b % 8 != 3);
    unsigned old = a;
    a = b + 8 * __VERIFIER_nondet_uint();
    b = old;
  }
  if (b % 8 == 3) reach_error();
  return 0;
}
