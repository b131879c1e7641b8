// Native code calls the heap's functions itself: an iteration that allocates and frees does not
// leave it.
// matrix: no
// options: --merge=off --loops=unroll --native=on --native-after=1
// stats: instructions, by native code entered in main() > 50000
#include <stdlib.h>

int main(void) {
  unsigned sum = 0;
  for (unsigned i = 0; i < 2000; i++) {
    unsigned *p = malloc(sizeof *p);
    if (!p) return 1;
    *p = i;
    sum += *p;
    free(p);
  }
  return sum == 1;
}
