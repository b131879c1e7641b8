#include "shop.h"

#include <stdlib.h>
#include <string.h>

static void reserve(text *t, size_t more) {
  if (t->count + more <= t->capacity) return;
  while (t->count + more > t->capacity)
    t->capacity = t->capacity ? 2 * t->capacity : 256;
  t->bytes = need(realloc(t->bytes, t->capacity));
}

void text_put(text *t, char c) {
  reserve(t, 1);
  t->bytes[t->count++] = c;
}

void text_add(text *t, const char *s) {
  const size_t length = strlen(s);
  reserve(t, length);
  memcpy(t->bytes + t->count, s, length);
  t->count += length;
}

static void add_digits(text *t, unsigned long n, int least) {
  char digits[24];
  int at = sizeof digits;
  digits[--at] = 0;
  do {
    digits[--at] = (char) ('0' + n % 10);
    n /= 10;
    least--;
  } while (n || least > 0);
  text_add(t, digits + at);
}

void text_add_number(text *t, long n) {
  if (n < 0) text_put(t, '-');
  add_digits(t, n < 0 ? 0ul - (unsigned long) n : (unsigned long) n, 1);
}

void text_add_money(text *t, long cents) {
  if (cents < 0) {
    text_put(t, '-');
    cents = -cents;
  }
  text_add_number(t, cents / 100);
  text_put(t, '.');
  add_digits(t, (unsigned long) (cents % 100), 2);
}

void text_add_date(text *t, int days) {
  static const char *const names[7] = {"Mon", "Tue", "Wed", "Thu", "Fri",
                                       "Sat", "Sun"};
  const date d = date_of(days);
  text_add(t, names[date_weekday(days)]);
  text_put(t, ' ');
  add_digits(t, (unsigned long) d.year, 4);
  text_put(t, '-');
  add_digits(t, (unsigned long) d.month, 2);
  text_put(t, '-');
  add_digits(t, (unsigned long) d.day, 2);
}

void text_add_escaped(text *t, const char *s) {
  for (; *s; s++) {
    switch (*s) {
    case '<': text_add(t, "&lt;"); break;
    case '>': text_add(t, "&gt;"); break;
    case '&': text_add(t, "&amp;"); break;
    case '"': text_add(t, "&quot;"); break;
    default: text_put(t, *s);
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
