// Only if both pointers are the same one is the assertion wrong.
// options: --entry=set_both
// exit: 5
// verdict: bug
#include <assert.h>

void set_both(int *a, int *b) {
  if (!a || !b) return;
  *a = 1;
  *b = 2;
  assert(*a == 1); // expect: assert
}
