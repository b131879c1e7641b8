/* The first question takes long: whether a bijection takes two numbers to one.  Both sides
 * come to the same, so that one who joins or folds need not have it answered.  Such a one
 * begins in the middle of that question, not after it. */
// options: --max-time=60s
// matrix: no
#include <assert.h>
#include <braid.h>
#include <stdint.h>

static uint64_t mix(uint64_t x) {
  for (int i = 0; i < 4; i++) {
    x ^= x >> 31;
    x *= 0x9e3779b97f4a7c15u;
    x ^= x >> 29;
  }
  return x;
}

int main(void) {
  uint64_t x;
  braid_make_symbolic(&x, sizeof x, "x");
  unsigned n = x % 7;
  if (mix(x) == mix(x + 1)) n++;
  assert(n < 8);
  return 0;
}
