// Loops that are no hangs: one reads, one writes, one ends late.
// matrix: endless
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  switch (__VERIFIER_nondet_int()) {
  case 0:
    while (__VERIFIER_nondet_int() != 3)
      ;
    break;
  case 1:
    for (unsigned k = 0; k < 3000; k++) putchar('x');
    break;
  case 2: {
    volatile unsigned n = 0;
    while (n < 200000) n = n + 1;
    break;
  }
  }
  return 0;
}
