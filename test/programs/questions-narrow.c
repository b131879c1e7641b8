/* A path that follows its model writes at a place that depends on three bytes.  It is narrowed
 * to one byte's value after the other: what is left is about one byte each (once all three, and 513
 * questions were for a SAT solver). */
// options: --merge=off --no-seen --jobs=1 --limit=explore_guess_after=0
// matrix: no
// paths: 512
// stats: by_sat < 100
#include <assert.h>
#include <braid.h>

int main(void) {
  unsigned char text[3], table[512] = {0};
  braid_make_symbolic(text, sizeof text, "text");
  for (unsigned i = 0; i < sizeof text; i++) braid_assume(text[i] < 8);
  const unsigned place = text[0] * 64u + text[1] * 8u + text[2];
  table[place] = 1;
  assert(table[place ^ 1] == 0);
  return table[3];
}
