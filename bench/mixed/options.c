/* Loops in branches: options are read one by one, each with a loop behind it that
 * runs as often as its argument says.  Joins make one state of the options,
 * templates one step of each loop. */
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);
unsigned __VERIFIER_nondet_uint(void);

enum { OPTIONS = 12 };

int main(void) {
  unsigned given = 0;
  for (int k = 0; k < OPTIONS; k++) {
    if (__VERIFIER_nondet_uchar() < 128) continue;
    const unsigned n = __VERIFIER_nondet_uint();
    unsigned padding = 0;
    for (unsigned i = 0; i < n; i++) padding += 4;
    assert(padding == 4 * n);
    given++;
  }
  assert(given <= OPTIONS);
  return 0;
}
