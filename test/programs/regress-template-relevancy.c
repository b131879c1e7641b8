/* Found by the laboratory: a shift that goes wrong for some inputs makes the turns of
 * its loop differ, so a template made the counter a term; relevancy knew only of
 * branches. */
// options: --loops=template --check-relevancy
// joins: no
#include <braid.h>

int main(void) {
  int by = braid_u8("by") & 3, shifted = 0;
  for (int k = 0; k < 1; k++)
    shifted = 0 << (by - 3); // expect: shift
  return shifted;
}
