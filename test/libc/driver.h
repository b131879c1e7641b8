/*
 * What the drivers share: each calls functions of the C library with boundary values and
 * COUNT random ones, the same on every machine, and prints one line a call:
 *   FUNCTION NUMBER RESULT
 * Built natively and run in braid, compare.c holds the lines against each other.  Nothing of
 * stdio is used to print, so that a run in braid is short.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <float.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>
#include <wchar.h>

#ifndef COUNT
#define COUNT 100
#endif
#ifndef SEED
#define SEED 1
#endif

static uint64_t seed_ = SEED;
static uint64_t any_bits(void) {
  seed_ += 0x9e3779b97f4a7c15;
  uint64_t x = seed_;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
  x = (x ^ x >> 27) * 0x94d049bb133111eb;
  return x ^ x >> 31;
}
static unsigned below(unsigned n) { return (unsigned) (any_bits() >> 33) % n; }

static char line_[1 << 14];
static size_t used_;
static void flush(void) {
  size_t at = 0;
  while (at < used_) {
    const ssize_t n = write(1, line_ + at, used_ - at);
    if (n <= 0) _exit(9);
    at += (size_t) n;
  }
  used_ = 0;
}
static void put(char c) {
  if (used_ == sizeof line_) flush();
  line_[used_++] = c;
}
static void text(const char *s) { while (*s) put(*s++); }
static void hex(uint64_t n) {
  int shift = 60;
  while (shift && !(n >> shift)) shift -= 4;
  for (; shift >= 0; shift -= 4) put("0123456789abcdef"[n >> shift & 15]);
}
/* Bytes as they are, or \xx. */
static void bytes(const void *p, size_t n) {
  const unsigned char *s = p;
  put('"');
  for (size_t k = 0; k < n; k++)
    if (s[k] > 32 && s[k] < 127 && s[k] != '\\') put((char) s[k]);
    else {
      put('\\');
      put("0123456789abcdef"[s[k] >> 4]);
      put("0123456789abcdef"[s[k] & 15]);
    }
  put('"');
}
static void string(const char *s) {
  if (s) bytes(s, strlen(s));
  else text("NULL");
}
static void wide_string(const wchar_t *s) {
  if (!s) text("NULL");
  else for (; *s; s++) { put('.'); hex((uint32_t) *s); }
}

static unsigned number_;
/* Of one call. */
static void begin(const char *name) {
  text(name);
  put(' ');
  int digits = 0;
  char d[12];
  unsigned n = number_++;
  do d[digits++] = (char) ('0' + n % 10); while (n /= 10);
  while (digits) put(d[--digits]);
  put(' ');
  errno = 0;
}
static void end(void) { put('\n'); }
static void end_errno(void) {
  const int e = errno;
  if (e) { text(" errno "); hex((unsigned) e); }
  put('\n');
}

/* Numbers that are likely to matter. */
static const int64_t integers[] = {
  0, 1, -1, 2, -2, 7, 8, 10, 31, 32, 33, 57, 48, 58, 64, 65, 90, 91, 97, 122, 123, 126, 127,
  128, 129, 160, 191, 192, 223, 233, 255, 256, 257, -127, -128, -129, 32767, 32768, 65535,
  65536, INT_MAX, INT_MIN, UINT32_MAX, INT64_MAX, INT64_MIN};
enum { INTEGERS = sizeof integers / sizeof *integers };
static int64_t integer(unsigned k) {
  if (k < INTEGERS) return integers[k];
  return (int64_t) any_bits() >> below(64);
}
