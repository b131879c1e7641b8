// The same of a variable of the environment, by an index that is symbolic.
// options: --sym-env NAME:4
// exit: 10
#include <braid.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  const char *p = getenv("NAME");
  const unsigned k = braid_u8("k");
  if (!p || p[0] != 'x') return 0;
  if (k > strlen(p) + (p[0] == 'x' && p[1] == 'z')) return 0;
  return p[k];                                  // expect: out-of-bounds
}
