#include <assert.h>
#include <stdint.h>
#include <string.h>
uint32_t __VERIFIER_nondet_u32(void);

union word {
  uint32_t whole;
  uint16_t half[2];
  uint8_t byte[4];
  float real;
};

int main(void) {
  union word w;
  w.whole = __VERIFIER_nondet_u32();
  uint32_t before = w.whole;
  assert(w.byte[0] == (before & 0xff));         /* little endian */
  assert(w.half[1] == before >> 16);
  w.byte[3] = 0x12;
  assert(w.whole == ((before & 0x00ffffff) | 0x12000000));
  w.real = 1.0f;
  assert(w.whole == 0x3f800000);
  float copy;
  memcpy(&copy, &w, sizeof copy);
  assert(copy == 1.0f);
  return 0;
}
