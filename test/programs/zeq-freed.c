// What a call frees is seen: only one of two states frees the object twice.
// options: --externals=unknown
// replay: no
#include <stdlib.h>

int unknown(void);

static int drop(char *p) {
  if (unknown() == 3) free(p);
  return 0;
}

int main(void) {
  char *p = malloc(4);
  if (!p) return 0;
  int r = drop(p);
  free(p);                            // expect: double-free
  return r;
}
