// One side asks for one input, the other for two: each model has its own list.
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  int n = 0;
  for (int i = 0; i < 3; i++) {
    unsigned char kind = __VERIFIER_nondet_uchar();
    if (kind & 1) n += __VERIFIER_nondet_uchar() & 3;
    else n += (__VERIFIER_nondet_uchar() & 1) + (__VERIFIER_nondet_uchar() & 1);
  }
  assert(n != 9);                       // expect: assert
  assert(n <= 9);
  return 0;
}
