#include <stdint.h>
int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  volatile int *p = (volatile int *) (uintptr_t) 0x123454321000;
  if (x == 1) return *p;                // expect: bad-pointer
  return (uintptr_t) p == 0x123454321000 ? 0 : 1;
}
