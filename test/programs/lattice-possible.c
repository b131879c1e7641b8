// All that is kept is the sign: the assertion holds, but cannot be proved so.
// exit: 5
// verdict: possible
// matrix: no
// options: --merge=annotated
#include <braid.h>

int main(void) {
  int x = braid_int("x"), y;
  BRAID_MERGE(sign) {
    if (x > 7) y = 1;
    else y = 2;
  }
  braid_assert(y < 3);
}
