// target: i386
// options: --max-time=300s
// A word at a time: the string may begin anywhere between two words.
#include <assert.h>
#include <stdint.h>
#include <string.h>

static size_t length(const char *s) {
  const char *p = s;
  while ((uintptr_t) p & 3) {
    if (!*p) return (size_t) (p - s);
    p++;
  }
  const uint32_t *w = (const uint32_t *) p;
  for (;; w++) {
    const uint32_t v = *w;
    if ((v - 0x01010101u) & ~v & 0x80808080u) break;
  }
  for (p = (const char *) w; *p; p++) continue;
  return (size_t) (p - s);
}

static char buffer[32];

int main(void) {
  strcpy(buffer, "hello, word");
  assert(length(buffer) == 11);
  buffer[0] = 0;
  assert(length(buffer) == 0);
  return 0;
}
