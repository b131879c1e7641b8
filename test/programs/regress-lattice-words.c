// A counter is a byte and three zeros on one side of a join, and an int on the other: one word.
// options: --merge=annotated --refine
#include <braid.h>

static unsigned asked;

static void ask(void) {
  BRAID_MERGE(sign) if (asked < 1) asked++;
}

int main(void) {
  const int in = braid_u8("in") & 1;
  BRAID_MERGE(sign) if (in) ask();
  BRAID_MERGE(sign) if (in) ask();
  braid_assert(asked <= 1);
  return 0;
}
