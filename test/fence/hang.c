// For test/fence/run.sh: six bugs whose native runs never end.
#include <braid.h>

static int zero;

int main(void) {
  int x = braid_int("x");
  if (x >= 1 && x <= 6 && braid_is_replay()) for (;;) {}
  if (x == 1) return 1 / zero;
  if (x == 2) return 2 / zero;
  if (x == 3) return 3 / zero;
  if (x == 4) return 4 / zero;
  if (x == 5) return 5 / zero;
  if (x == 6) return 6 / zero;
  return 0;
}
