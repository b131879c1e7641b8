// C as it was written before 1999: no declarations, no types.
#include <assert.h>

main() {
  int x = __VERIFIER_nondet_int();
  if (x == 3 && twice(x) != 6) abort();
  assert(twice(x % 100) != 84);         // expect: assert
  return 0;
}

int twice(y) int y; { return 2 * y; }
