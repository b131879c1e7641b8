/* The smoke of bench/fuzz/run: a word, a product and a sum stand before a bug. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *d, size_t n) {
  uint32_t x, sum = 0;
  if (n < 16 || memcmp(d, "BRAID", 5)) return 0;
  memcpy(&x, d + 5, 4);
  if (x * 2654435761u != 0x00c0ffee) return 0;
  for (size_t k = 9; k < 16; k++) sum = sum * 31 + d[k];
  if (sum == 0x5eed5eed) __builtin_trap();
  return 0;
}
