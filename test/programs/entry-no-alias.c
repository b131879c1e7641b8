// The same without aliases: proved under that assumption.
// options: --entry=set_both --no-lazy-alias
// exit: 5
// verdict: proved-under-assumptions
// assumes: an unknown pointer is null, points to a new object of its type, 3 deep
// bugs: 0
#include <assert.h>

void set_both(int *a, int *b) {
  if (!a || !b) return;
  *a = 1;
  *b = 2;
  assert(*a == 1);
}
