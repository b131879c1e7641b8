#include <assert.h>
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned u = __VERIFIER_nondet_uint();
  if (x < 2147483647) assert(x + 1 > x);
  u += 4000000000u;                     /* unsigned numbers may wrap */
  return (int) (u & 1);
}
