/* A path that follows its model reads what may be unwritten: it goes on where that does not
 * matter, and the state where it does is asked about later, and is the bug. */
// options: --merge=off --no-seen --jobs=1 --limit=explore_guess_after=0
// matrix: no
#include <braid.h>

int main(void) {
  unsigned char a[8], i, j;
  braid_make_symbolic(&i, sizeof i, "i");
  braid_make_symbolic(&j, sizeof j, "j");
  i &= 7;
  j &= 7;
  for (int k = 0; k < 6; k++) a[k] = (unsigned char) (3 * k);
  a[j] = 5;
  return a[i] > 9;              // expect: uninit
}
