/* Loops in branches: flags are read one by one, each with a loop of its own
 * length behind it; afterwards a sum is checked.  Joins make one state of the
 * flags, templates one step of each loop. */
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);
unsigned __VERIFIER_nondet_uint(void);

enum { FLAGS = 12 };

int main(void) {
  unsigned turns = 0, expected = 0;
  for (int k = 0; k < FLAGS; k++) {
    if (__VERIFIER_nondet_uchar() < 128) continue;
    const unsigned n = __VERIFIER_nondet_uint() % 1000000;
    for (unsigned i = 0; i < n; i++) turns++;
    expected += n;
  }
  assert(turns == expected);
  return 0;
}
