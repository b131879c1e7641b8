// What was printed is still in stdio's buffer when the program hangs: that is a hang. While it
// prints it is none.
// matrix: endless
#include <stdio.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 2, k = 0;
  if (n)
    while (k < 9) k = (k + 1) % 5; // expect: hang
  for (k = 0; k < 4000; k++) putchar('.');
  return 0;
}
