// Unsigned numbers that wrap and conversions that cut are looked for on request.
// options: --check=unsigned-overflow,implicit-conversion
// replay: no
#include <braid.h>

int main(void) {
  unsigned c = braid_u8("c");
  c -= 1;                               // expect: unsigned-overflow
  signed char s = c;                    // expect: implicit-conversion
  return s & 1;
}
