// Options of the world hold at any function.
// options: --entry=copy --malloc-may-fail --no-lazy-null
// exit: 5
// verdict: bug
// replay: no
#include <stdlib.h>

int *copy(const int *p) {
  int *q = malloc(sizeof *q);
  *q = *p; // expect: null
  return q;
}
