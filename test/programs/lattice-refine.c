// The same, with the join undone: proved.
// matrix: no
// options: --merge=annotated --refine
#include <braid.h>

int main(void) {
  int x = braid_int("x"), y;
  BRAID_MERGE(sign) {
    if (x > 7) y = 1;
    else y = 2;
  }
  braid_assert(y < 3);
}
