// Native code between joins that keep signs: it runs on numbers, and leaves to the
// interpreter what became abstract.
// options: --native-after=1 --merge=annotated
// acted: lattice native
#include <assert.h>
#include <braid.h>

static unsigned table[16];

static unsigned mix(unsigned turns) {
  unsigned sum = 1;
  for (unsigned i = 0; i < turns; i++) {
    sum = sum * 3 + table[i & 15];
    table[i & 15] = i;
  }
  return sum;
}

int main(void) {
  int x = braid_int("x"), gain;
  mix(320);
  BRAID_MERGE(sign) if (x > 0) gain = 8;
  else gain = 2;
  unsigned before = mix(320), after = mix(320);
  assert(before == after);
  table[0] = (unsigned) gain;
  assert(mix(16) != 0 || gain > 0);
  assert(gain > 0);
  return 0;
}
