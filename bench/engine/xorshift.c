/* A concrete loop on registers: about 10^8 instructions. */
#include <stdint.h>

int main(void) {
  uint32_t x = 2463534242u, sum = 0;
  for (int i = 0; i < 9000000; i++) {
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    sum += x;
  }
  return (sum & 0xff) == 7;
}
