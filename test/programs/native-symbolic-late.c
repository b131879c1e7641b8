// A native loop meets symbolic data after many turns, and forks there.
// paths: 2
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char ring[64] = {0};
  const unsigned char input = __VERIFIER_nondet_uchar();
  int seen = 0;
  unsigned sum = 0;
  for (int i = 0; i < 50000; i++) {
    if (i == 49990) ring[i & 63] = input;
    const unsigned char c = ring[(i + 40) & 63];
    if (c > 200) seen++;
    if (i < 49990) ring[i & 63] = (unsigned char) (i % 200);
    sum += ring[i & 63];
  }
  if (input > 200) assert(seen <= 1);
  else assert(seen == 0);
  return sum == 7 && input == 3;
}
