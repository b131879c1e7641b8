// No path by path exploration ends, and the interval that the annotation keeps says
// nothing of what is odd: possible, after the others had their part.
// options: --limit=contest_first=100000
// matrix: no
// exit: 5
// verdict: possible
#include <braid.h>

int main(void) {
  const int n = braid_int("n");
  int i = 0, odd = 0;
  while (i < n)
    BRAID_FOLD(interval) {
      i++;
      odd = !odd;
    }
  braid_assert(i >= 0);
  braid_assert(i < 0 || odd == (i & 1));
}
