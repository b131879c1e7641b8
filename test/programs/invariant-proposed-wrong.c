// Without the proposal nothing is proved: the one here does not hold after an iteration.
// options: --loops=invariant --check-invariants
// matrix: no
// exit: 5
// verdict: possible
#include <assert.h>
#include <braid.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned mode = 0, level = 0, count = 0;
  while (__VERIFIER_nondet_int()) {
    BRAID_INVARIANT((mode == 0 && level == 0) || (mode == 1 && level == 7) ||
                    (mode == 2 && level == 6));
    count++;
    if (mode == 0) mode = 1, level = 7;
    else if (mode == 1) mode = 2, level = 5;
    else mode = 0, level = 0;
  }
  assert(mode != 1 || level == 7);
  return 0;
}
