// Without the check a state that comes back to itself only ends its path.
// options: --no-check=hang
// matrix: endless
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  const int x = __VERIFIER_nondet_int();
  while (x == 5)
    ;
  assert(x != 5);
  return 0;
}
