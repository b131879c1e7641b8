// A _Bool that is none, zeros of zero, arrays without elements.
#include <braid.h>
#include <string.h>

int main(void) {
  unsigned char c = braid_u8("c"), which = braid_u8("which");
  _Bool b;
  if (which == 0) {
    memcpy(&b, &c, 1);
    return b;                           // expect: bool
  }
  if (which == 1) return __builtin_clz(c);              // expect: builtin
  if (which == 2) return __builtin_ctzll(c);            // expect: builtin
  if (which == 3) return __builtin_ctz(c | 8u);
  if (which == 4 && c < 9) {
    int n = c - 3, a[n];                // expect: vla-bound
    a[0] = 1;
    return a[0];
  }
  if (which == 5) {
    c &= 1;
    memcpy(&b, &c, 1);
    return b;
  }
  return 0;
}
