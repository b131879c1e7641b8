// replay: no
// The last word of the string reaches past its object at seven of eight places.
#include <stdint.h>
#include <string.h>

static size_t length(const char *s) {
  const char *p = s;
  for (; (uintptr_t) p % 8; p++)
    if (!*p) return (size_t) (p - s);
  const uint64_t *w = (const uint64_t *) p;
  for (;; w++) {
    const uint64_t v = *w;                      // expect: out-of-bounds
    if ((v - 0x0101010101010101u) & ~v & 0x8080808080808080u) break;
  }
  for (p = (const char *) w; *p; p++) continue;
  return (size_t) (p - s);
}

/* By itself an array of 16 bytes lies at a multiple of 16 on x86-64. */
static char buffer[16] __attribute__((aligned(1))) = "hello, no word";

int main(void) {
  return length(buffer) != 14;
}
