// One call passes NULL, one a pointer that nobody checked, and the address is kept: no
// bug is one that no call leads to, and --callers guarantees nothing but the number.
// options: --entry=get --callers
// exit: 5
// verdict: bug
// assumes: get() is called as by the 3 calls in the program, though its address is used, too: k is 0 to 3
#include <stddef.h>

static int get(const int *p, const int *q, int k) {
  return q ? *p % 7 + k : 0; // expect: null
}

int (*kept)(const int *, const int *, int) = get;

int all(const int *p) {
  static const int own[2];
  return get(NULL, p, 0) + get(own, own, 3) + (p ? get(p, own, 1) : 0);
}
