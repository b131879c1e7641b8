#include "shop.h"

#include <stdlib.h>
#include <string.h>

static void reserve(text *t, size_t more) {
  if (t->count + more <= t->capacity) return;
  while (t->count + more > t->capacity)
    t->capacity = t->capacity ? 2 * t->capacity : 256;
  t->bytes = realloc(t->bytes, t->capacity);
}

static void put(text *t, char c) {
  reserve(t, 1);
  t->bytes[t->count++] = c;
}

void text_add(text *t, const char *s) {
  const size_t length = strlen(s);
  reserve(t, length);
  memcpy(t->bytes + t->count, s, length);
  t->count += length;
}

void text_add_number(text *t, long n) {
  char digits[24];
  int at = sizeof digits;
  const bool is_negative = n < 0;
  unsigned long rest = is_negative ? 0ul - (unsigned long) n
                                   : (unsigned long) n;
  digits[--at] = 0;
  do digits[--at] = (char) ('0' + rest % 10); while (rest /= 10);
  if (is_negative) digits[--at] = '-';
  text_add(t, digits + at);
}

void text_add_escaped(text *t, const char *s) {
  for (; *s; s++) {
    switch (*s) {
    case '<': text_add(t, "&lt;"); break;
    case '>': text_add(t, "&gt;"); break;
    case '&': text_add(t, "&amp;"); break;
    case '"': text_add(t, "&quot;"); break;
    default: put(t, *s);
    }
  }
}

void text_release(text *t) {
  free(t->bytes);
  *t = (text) {0};
}

uint32_t text_checksum(const text *t) {
  uint32_t a = 1, b = 0;
  for (size_t k = 0; k < t->count; k++) {
    a = (a + (unsigned char) t->bytes[k]) % 65521;
    b = (b + a) % 65521;
  }
  return b << 16 | a;
}
