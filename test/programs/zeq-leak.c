// A state that leaks is not dropped for one that does not.
// options: --externals=unknown
// replay: no
#include <stdlib.h>

int unknown(void);

static int get(void) {
  char *p = malloc(1);                // expect: leak
  if (!p) return 0;
  if (unknown() > 3) free(p);
  return 1;
}

int main(void) { return get() != 1; }
