#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);

static unsigned gcd(unsigned a, unsigned b) {
  while (b) {
    unsigned rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

int main(void) {
  unsigned a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
  if (a > 7 || b > 7 || (!a && !b)) return 0;
  unsigned g = gcd(a, b);
  assert(g > 0 && a % g == 0 && b % g == 0);
  assert(g <= 7);
  return 0;
}
