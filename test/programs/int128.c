#include <assert.h>
#include <stdint.h>
uint64_t __VERIFIER_nondet_ulonglong(void);

typedef unsigned __int128 wide;

int main(void) {
  uint64_t a = __VERIFIER_nondet_ulonglong();
  wide w = (wide) a << 64 | 5;
  assert((uint64_t) (w >> 64) == a && (uint64_t) w == 5);
  w += a;
  assert((uint64_t) w == a + 5);
  assert((uint64_t) (w >> 64) == a + (a + 5 < a));      /* the carry */
  wide product = (wide) 0xffffffffffffffff * 0xffffffffffffffff;
  assert((uint64_t) (product >> 64) == 0xfffffffffffffffe);
  assert(product / 0xffffffffffffffff == 0xffffffffffffffff);
  assert(product % 0xffffffffffffffff == 0);
  __int128 negative = -(__int128) 7;
  assert(negative / 2 == -3 && negative % 2 == -1 && negative >> 1 == -4);
  return 0;
}
