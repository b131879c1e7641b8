// Below the abstraction no model is the bug's: only the exact join has it.
// matrix: no
// options: --merge=annotated --refine
#include <braid.h>

int main(void) {
  const int x = braid_int("x");
  int y = 0;
  BRAID_MERGE(interval) {
    if (x == 12345) y = 3;
    else if (x > 99) y = 1;
  }
  braid_assert(y != 3);  // expect: assert
}
