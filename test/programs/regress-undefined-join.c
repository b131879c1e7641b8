/* Found by the laboratory: only one side of a branch had read what was never
 * written, and where the sides joined, that which of them it was looked like an
 * input to code that none can reach. */
// options: --check-relevancy
#include <braid.h>

static int ignore(int a) {
  (void) a;
  return 0;
}

int main(void) {
  int v;
  if (braid_u8("a") & 1) ignore(v);
  return ignore(v);
}
