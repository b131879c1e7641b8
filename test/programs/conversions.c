#include <assert.h>
#include <stdint.h>
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  int i = __VERIFIER_nondet_int();
  unsigned u = __VERIFIER_nondet_uint();
  _Bool b = i;
  assert(b == (i != 0) && (b == 0 || b == 1));
  assert((_Bool) 256 == 1);
  int8_t s = (int8_t) i;
  uint8_t z = (uint8_t) i;
  assert((s < 0) == (z > 127) && s + 256 * (s < 0) == z);
  assert((int64_t) i == i && (uint64_t) (int64_t) i >> 63 == (uint64_t) (i < 0));
  if (i < 0) assert((unsigned) i > 2147483647u);
  assert((uint16_t) (u >> 16) == u / 65536);
  assert(((int) u < 0) == (u >= 2147483648u));
  assert(-7 / 2 == -3 && -7 % 2 == -1 && -7 >> 1 == -4);
  return 0;
}
