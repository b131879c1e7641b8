/* What scanf makes of integers; natively the same. */
#include <assert.h>
#include <limits.h>
#include <stdio.h>

static int length;
static long long value;

static int scan(const char *text, const char *format) {
  value = 77;
  length = -1;
  return sscanf(text, format, &value, &length);
}

int main(void) {
  assert(scan("12x", "%lld%n") == 1 && value == 12 && length == 2);
  assert(scan(" \t\n\v\f\r-12", "%lld%n") == 1 && value == -12 && length == 9);
  assert(scan("+7", "%lld%n") == 1 && value == 7 && length == 2);
  assert(scan("+", "%lld%n") <= 0 && value == 77);
  assert(scan("-x", "%lld%n") == 0 && value == 77);
  assert(scan("abc", "%lld%n") == 0 && value == 77);
  assert(scan("", "%lld%n") == EOF && value == 77);
  assert(scan("12345", "%3lld%n") == 1 && value == 123 && length == 3);
  assert(scan("-12345", "%3lld%n") == 1 && value == -12 && length == 3);
  assert(scan("9223372036854775807", "%lld%n") == 1 && value == LLONG_MAX && length == 19);
  assert(scan("-9223372036854775808", "%lld%n") == 1 && value == LLONG_MIN && length == 20);
  assert(scan("0000000000000000000000042", "%lld%n") == 1 && value == 42 && length == 25);
  assert(scan("18446744073709551615", "%llu%n") == 1 && (unsigned long long) value == ULLONG_MAX);
  assert(scan("18446744073709551614", "%llu%n") == 1 && (unsigned long long) value == ULLONG_MAX - 1);
  assert(scan("0x1fG", "%lli%n") == 1 && value == 0x1f && length == 4);
  assert(scan("-0Xab", "%lli%n") == 1 && value == -0xab && length == 5);
  assert(scan("0179", "%lli%n") == 1 && value == 017 && length == 3);
  assert(scan("08", "%lli%n") == 1 && value == 0 && length == 1);
  assert(scan("fFg", "%llx%n") == 1 && value == 255 && length == 2);
  assert(scan("0x10", "%llx%n") == 1 && value == 16 && length == 4);
  assert(scan("178", "%llo%n") == 1 && value == 15 && length == 2);
  assert(scan("@", "%llx%n") == 0 && scan("[", "%llx%n") == 0 && scan("`", "%llx%n") == 0);
  return 0;
}
