// Native code between joins: a checksum over numbers runs natively before states
// split and after they were joined, and meets what a join made symbolic.
// options: --join=always --native-after=1
// acted: joins native
#include <assert.h>
#include <braid.h>

static unsigned table[32];

static unsigned mix(unsigned seed) {
  for (unsigned i = 0; i < 400; i++) {
    seed = seed * 33 + i;
    table[i & 31] ^= seed;
  }
  return seed;
}

int main(void) {
  unsigned x = braid_uint("x"), from = 1;
  unsigned first = mix(5);
  if (x & 1) table[3] = 1;
  if (x & 2) from = 4;
  if (x & 4) table[5] = 2;
  unsigned second = mix(9);
  assert(first == mix(5) || second);
  table[7] = 0;
  assert((x & 1) || table[3] != 1 || second == 0);
  if (x & 2) table[9] = from;
  assert(table[9] != 4);                                // expect: assert
  return 0;
}
