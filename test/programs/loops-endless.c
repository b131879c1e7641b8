// A loop that is never left: what comes after it is not reached.
// options: --loops=template --merge=off
// matrix: no
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned count = 0;
  if (x == 3) assert(count);    // expect: assert
  while (x > 10) count++;
  assert(x <= 10);
  for (;;)
    count += 2;
}
