/* A concrete loop on a byte array: RC4's generator. */
#include <stdint.h>

int main(void) {
  static const uint8_t key[5] = {1, 2, 3, 4, 5};
  uint8_t s[256];
  for (unsigned i = 0; i < 256; i++) s[i] = (uint8_t) i;
  for (unsigned i = 0, j = 0; i < 256; i++) {
    j = (j + s[i] + key[i % 5]) & 255;
    const uint8_t t = s[i];
    s[i] = s[j];
    s[j] = t;
  }
  unsigned a = 0, b = 0, hash = 0;
  for (int n = 0; n < 4000000; n++) {
    a = (a + 1) & 255;
    b = (b + s[a]) & 255;
    const uint8_t t = s[a];
    s[a] = s[b];
    s[b] = t;
    hash = hash * 31 + s[(s[a] + s[b]) & 255];
  }
  return hash == 7;
}
