// A null pointer with any index is one mistake, whatever lies at that address.
// bugs: 2
#include <braid.h>
#include <stddef.h>

static int get(const char *s, long i) { return s[i]; }          // expect: null

static int at_zero(const int *p, int i) {
  const int *e = &p[i];         // allowed of null only if i is 0
  return p ? *e : 0;
}

int main(void) {
  static char text[16];
  int numbers[4] = {0};
  long i = braid_long("i");
  int k = braid_int("k");
  if (braid_int("y")) return at_zero(k ? numbers : NULL, 0);
  if (k == 3) return get(NULL, i);
  if (k == 4 && i >= 0 && i < 16) return get(text, i);
  if (k == 5 && i == 0) return at_zero(NULL, (int) i);
  if (k == 6) return ((int *) NULL)[i];                         // expect: null
  return 0;
}
