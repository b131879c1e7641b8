// A read at a symbolic place is one term, not one path a place.
// paths: 2
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);

static const unsigned char square[16] = {
  0, 1, 4, 9, 16, 25, 36, 49, 64, 81, 100, 121, 144, 169, 196, 225};

int main(void) {
  unsigned char i = __VERIFIER_nondet_uchar();
  if (i >= 16) return 0;
  assert(square[i] == i * i);
  assert(square[square[i] & 15] % 4 < 2);
  return 0;
}
