/* 1,024 words, each a term that has all earlier ones as parts, and a block that may be lost
 * by its last pointer.  The search for leaks looks at each term once in a search, not once
 * a word, and builds no term where no stored word has an address. */
// options: --jobs=1
// joins: no
// stats: counted_ms < 20
#include <braid.h>
#include <stdlib.h>

static unsigned long out[1024];
static char *keep;

int main(void) {
  unsigned in[8];
  unsigned long h = 0;
  braid_make_symbolic(in, sizeof in, "in");
  keep = malloc(16);            // expect: leak
  if (!keep) return 0;
  for (int i = 0; i < 1024; i++) {
    h = h * 31 + in[i & 7];
    out[i] = h;
  }
  if (in[0] == 7) keep = NULL;
  return 0;
}
