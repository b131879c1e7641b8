// Prints the same for ever: nothing that it reads can end it. The loop in main reads.
// matrix: endless
// witness: no
// (What the followed program prints ends without a newline, and the answer stands on that line.)
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

static void forever(void) {
  int i = 0;
  do {
    printf("%d\n", i);          // expect: hang
    i = (i + 1) % 10;
  } while (i >= 0);
}

int main(void) {
  if (__VERIFIER_nondet_int() == 7) forever();
  for (;;) {
    puts("?");
    if (__VERIFIER_nondet_int() == 3) return 0;
  }
}
