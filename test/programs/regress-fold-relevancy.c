/* Found by the laboratory: a folded loop makes its counter a term though nothing in
 * the program is symbolic, and relevancy knew nothing of it. */
// options: --check-relevancy
#include <braid.h>

int main(void) {
  unsigned i;
  for (i = 0; i < 6; i++) {
    BRAID_FOLD(congruence) {
    }
  }
  return 0;
}
