/* What a path leaves to its remainder comes once more to the heads of loops where the path was
 * seen, with bytes that were not read there yet: it is not the same, and two of the three
 * bugs were lost while it was taken for that. */
// options: --merge=off --jobs=1 --limit=explore_guess_after=0
// options: --limit=explore_guess_states=1 --limit=explore_dear=0
// matrix: no
// exit: 10
// stats: remaining > 10
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned n = 0;
  for (int i = 0; i < 3; i++) {
    const unsigned char c = __VERIFIER_nondet_uchar();
    if ((c * 5u ^ 8u) % 7 == 1) n = (n + 1) & 3;
    if (i == 0 && (c * 3u ^ 14u) % 5 == 1 && n == 1) assert(0); // expect: assert
    if (i == 1 && (c * 7u ^ 8u) % 5 == 2 && n == 0) assert((c * 5u ^ 8u) % 3 == 0); // expect: assert
    if (i == 2 && (c * 3u ^ 10u) % 3 == 0 && n == 1) assert(0); // expect: assert
  }
  return 0;
}
