// Native code beside made-up objects: it fills an object of the caller with numbers
// and reads them back, and leaves what is symbolic in it alone.
// options: --entry=start --merge=off --native-after=1 --lazy-array=64 --no-lazy-alias
// exit: 5
// verdict: bug
// acted: made-up native
#include <assert.h>

static unsigned table[64];

unsigned start(unsigned *a, unsigned x) {
  if (!a) return 0;
  a[63] = 7;
  unsigned sum = 0, other = a[0];
  for (unsigned i = 0; i < 640; i++) table[i & 63] += i;
  for (unsigned i = 1; i < 63; i++) a[i] = table[i];
  for (unsigned i = 1; i < 63; i++) sum += a[i];
  assert(sum != 0);
  assert(a[63] == 7);
  assert(other != 9 || x != 11);                        // expect: assert
  return sum;
}
