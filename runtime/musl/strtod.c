/*
 * Replaces musl's file of this name, which sets errno where there is no number
 * at all; the host's libc leaves it alone, and so must a program's path.
 */
#include <errno.h>
#include <stdlib.h>

#include "floatscan.h"
#include "shgetc.h"
#include "stdio_impl.h"

enum { FLOAT, DOUBLE, LONG_DOUBLE };    /* what __floatscan calls them */

static long double parse(const char *s, char **end, int precision) {
  FILE f;
  sh_fromstring(&f, s);
  shlim(&f, 0);
  const int old_error = errno;
  const long double value = __floatscan(&f, precision, 1);
  const off_t count = shcnt(&f);
  if (!count) errno = old_error;
  if (end) *end = (char *) s + count;
  return value;
}

float strtof(const char *restrict s, char **restrict end) {
  return (float) parse(s, end, FLOAT);
}

double strtod(const char *restrict s, char **restrict end) {
  return (double) parse(s, end, DOUBLE);
}

long double strtold(const char *restrict s, char **restrict end) {
  return parse(s, end, LONG_DOUBLE);
}
