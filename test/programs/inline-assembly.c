// exit: 5
// verdict: proved-under-assumptions
// assumes: inline assembly: nop
// replay: no
// Other assembly writes anything to its outputs; nothing is proved with it.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), y = 0, seen = 0;
  __asm__ volatile("nop" : "=r"(y) : "r"(x));
  if (y == 3) seen = 1;
  if (y != 3) seen = 2;
  assert(seen != 0);
  return 0;
}
