// A value that no turn changes is compared in each of them.
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  const unsigned a = __VERIFIER_nondet_uchar() & 7;
  unsigned t = 0, x = 0;
  unsigned char y = (unsigned char) a;
  while (t < a + 8 && y >= 3) {
    t++;
    if (x > 6) y = (unsigned char) (y + 3);
    x &= 44;
  }
  assert(y < 3 || t == a + 8);
  assert(a != 5 || t != 13);                     // expect: assert
  return 0;
}
