// The solver must turn a multiplication round.
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned h = 5381;
  for (int i = 0; i < 3; i++) h = h * 33 + __VERIFIER_nondet_uchar();
  assert(h != 193485963u);                // expect: assert
  return 0;
}
