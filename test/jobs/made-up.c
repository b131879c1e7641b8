// On most paths the bug depends on what is made up for inline assembly, and is only possible;
// on one, which mostly another process explores, it is not.
#include <braid.h>
static void check(int is_bad) { braid_assert(!is_bad); }
int main(void) {
  int x = braid_int("x"), y = 0, z = 0;
#ifndef NO_ASSEMBLY
  if (x != 5) __asm__ volatile("nop" : "=r"(z) : "r"(x));
#endif
  for (int k = 0; k < 11; k++) {
    if (braid_bool("b")) y += k;
    for (volatile int j = 0; j < 300; j++) {}
  }
  check(x == 5 ? y == 0 : z == 7);
  return 0;
}
