/* Juliet draws at random what an attacker would choose: any number that rand() may give. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
static inline int any_rand(void) {
  int r = __VERIFIER_nondet_int();
  __VERIFIER_assume(r >= 0);
  return r;
}
#define rand any_rand
