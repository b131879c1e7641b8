// An argument that nobody reads: what calls return has nothing to do with it, whatever
// the first one was.
// options: --loops=invariant --no-check=hang --no-check=stack-overflow
// matrix: no
// exit: 5
// verdict: possible
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

static int seven(int unread) {
  (void) unread;
  return __VERIFIER_nondet_uchar() & 1 ? seven(3) : 7;
}

int main(void) {
  const int first = __VERIFIER_nondet_uchar();
  if (first > 5) return 0;
  seven(first);
  assert(seven(100) != 7);
  return 0;
}
