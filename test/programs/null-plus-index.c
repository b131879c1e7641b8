// A null pointer with any index is one mistake, whatever lies at that address.
// bugs: 2
#include <braid.h>
#include <stddef.h>

static int get(const char *s, long i) { return s[i]; }          // expect: null

int main(void) {
  static char text[16];
  long i = braid_long("i");
  int k = braid_int("k");
  if (k == 3) return get(NULL, i);
  if (k == 4 && i >= 0 && i < 16) return get(text, i);
  if (k == 6) return ((int *) NULL)[i];                         // expect: null
  return 0;
}
