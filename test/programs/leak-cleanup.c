// options: --property=test/programs/valid-memcleanup.prp
// somewhere: leak
// replay: no
// What can still be reached was not cleaned up either.
#include <stdlib.h>

static void *kept;

int main(void) {
  kept = malloc(4);
  return 0;
}
