// McCarthy's function: 91 for all arguments up to 100.  No path by path exploration ends
// soon; what is claimed of all calls proves it.
// matrix: no
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int f(int x) { return x > 100 ? x - 10 : f(f(x + 11)); }

int main(void) {
  const int x = __VERIFIER_nondet_int();
  if (x < -1000) return 0;
  assert(f(x) == (x > 100 ? x - 10 : 91));
  return 0;
}
