// An interval of a counter that has no bound but its type's: widening ends it.
// matrix: no
// options: --merge=annotated
#include <braid.h>

int main(void) {
  const int n = braid_int("n");
  int i = 0;
  while (i < n) BRAID_FOLD(interval) i++;
  braid_assert(i >= 0);
}
