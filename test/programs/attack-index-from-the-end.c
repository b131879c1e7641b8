// A negative index from a base that lies behind the array: still inside it.
// options: --no-check=array-bounds
#include <assert.h>
long __VERIFIER_nondet_long(void);

long a[4], b[4], c[4];

int main(void) {
  long i = __VERIFIER_nondet_long();
  if (i < 5 || i > 8) return 0;
  long *end = a + 8;
  end[-i] = 7;
  assert(a[0] + a[1] + a[2] + a[3] == 7);
  assert(!b[0] && !c[0]);
  return 0;
}
