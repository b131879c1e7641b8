// What hangs on the outputs of inline assembly, which are made up, may never
// happen.  It is possible, and no bug; what does not hang on them is one.
// replay: no
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), y, z;
  __asm__ volatile("nop" : "=r"(y) : "r"(x));
  __asm__ volatile("nop" : "=m"(z));
  if (x == 7) assert(y != 3);
  if (x == 8) assert(z != 3);
  if (x == 9) return 10 / (y & 1);
  if (x == 10) assert(0);               // expect: assert
  return 0;
}
