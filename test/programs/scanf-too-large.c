// exit: 5
// verdict: proved-under-assumptions
// assumes: sets errno for one that is too large
// Too large a number is the largest of the type that strtol or strtoul gives, as natively.
#include <assert.h>
#include <limits.h>
#include <stdio.h>

static long long value;

static long long scan(const char *text, const char *format) {
  value = 0;
  assert(sscanf(text, format, &value) == 1);
  return value;
}

static int as_int(const char *text) {
  int n = 0;
  assert(sscanf(text, "%d", &n) == 1);
  return n;
}

static unsigned as_unsigned(const char *text) {
  unsigned n = 0;
  assert(sscanf(text, "%u", &n) == 1);
  return n;
}

int main(void) {
  assert(scan("9223372036854775808", "%lld") == LLONG_MAX);
  assert(scan("-9223372036854775809", "%lld") == LLONG_MIN);
  assert(scan("99999999999999999999999", "%lld") == LLONG_MAX);
  assert(scan("-99999999999999999999999", "%lli") == LLONG_MIN);
  assert(scan("0xffffffffffffffff1", "%lli") == LLONG_MAX);
  assert(scan("18446744073709551616", "%llu") == -1);
  assert(scan("-18446744073709551616", "%llu") == -1);
  assert(scan("-1", "%llu") == -1);
  assert(as_int("99999999999999999999") == (int) LONG_MAX);
  assert(as_int("-99999999999999999999") == (int) LONG_MIN);
  assert(as_unsigned("99999999999999999999") == UINT_MAX);
  if (sizeof(long) == 8) {
    assert(as_int("4294967297") == 1 && as_unsigned("4294967297") == 1);
  } else {
    assert(as_int("4294967297") == INT_MAX && as_unsigned("4294967297") == UINT_MAX);
  }
  return 0;
}
