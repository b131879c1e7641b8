/* Where states are many and questions take long, what a path leaves behind is one state: some
 * side that it did not take.  Each of 256 outcomes is a path, once. */
// options: --merge=off --no-seen --jobs=1 --limit=explore_guess_after=0
// options: --limit=explore_guess_states=4 --limit=explore_dear=0
// matrix: no
// paths: 256
// stats: remaining > 100
#include <braid.h>

int main(void) {
  unsigned char text[4];
  unsigned hash = 5381, seen = 0;
  braid_make_symbolic(text, sizeof text, "text");
  for (unsigned i = 0; i < sizeof text; i++) hash = (hash * 33) ^ text[i];
  for (unsigned bit = 0; bit < 8; bit++)
    if (hash >> 3 * bit & 1) seen |= 1u << bit;
  return (int) (seen & 127);
}
