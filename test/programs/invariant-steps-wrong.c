// As invariant-steps.c, but one of the two values may have what must not be: the second
// iteration shows it, and so does the induction's first part.
// options: --loops=invariant
// matrix: no
// exit: 10
#include <braid.h>

extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  if (b % 8 == 3) return 0;
  while (__VERIFIER_nondet_uint()) {
    BRAID_INVARIANT(b % 8 != 3);
    unsigned old = a;
    a = b + 8 * __VERIFIER_nondet_uint();
    b = old;
  }
  if (b % 8 == 3) reach_error(); // expect: reach-error
  return 0;
}
