/* A path that follows its model looks at the same bytes again and again.  What it knows of a
 * byte excludes the other sides: nobody is born there, to be asked about later (8,271 were). */
// options: --merge=off --no-seen --jobs=1 --limit=explore_guess_after=0
// matrix: no
// paths: 64
// stats: unasked < 100
#include <braid.h>

static unsigned kind(unsigned char c) {
  if (c == ' ') return 0;
  if (c < '0') return 1;
  if (c <= '9') return 2;
  return 3;
}

int main(void) {
  unsigned char text[3];
  unsigned sum = 0;
  braid_make_symbolic(text, sizeof text, "text");
  for (unsigned round = 0; round < 20; round++)
    for (unsigned i = 0; i < sizeof text; i++) sum = sum * 4 + kind(text[i]);
  return (int) (sum & 63);
}
