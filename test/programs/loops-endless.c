// Loops that are never left: what comes after them is not reached.
// witness: no
// options: --loops=template --merge=off
// matrix: no
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned count = 0;
  if (x == 3) assert(count);    // expect: assert
  while (x > 10) count++;       // expect: hang
  assert(x <= 10);
  for (;;)
    count += 2;                 // expect: hang
}
