// The second iteration makes an object, so its end is not folded into the first one's; those
// after it are folded.  Path by path the loop has a million iterations.
// matrix: no
// options: --merge=annotated
#include <braid.h>
#include <stdlib.h>

int main(void) {
  int x = braid_int("x");
  int is_first = 1;
  char *made = NULL;
  braid_assume(x >= 0 && x < 1000000);
  while (x > 0)
    BRAID_FOLD(pred, x >= 0, x < 1000000) {
      if (!is_first && !made) made = malloc(1);
      is_first = 0;
      x--;
    }
  braid_assert(x == 0);
  free(made);
}
