/*
 * What these functions return is any number that is not negative; the GNU C library has its
 * own.
 * This replaces src/stdio/fputs.c.
 * This replaces src/stdio/puts.c.
 */
#include "../world.h"

#include "stdio_impl.h"
#include <limits.h>
#include <string.h>

int fputs(const char *restrict s, FILE *restrict f) {
  const size_t n = strlen(s);
  if (fwrite(s, 1, n, f) != n) return EOF;
  return braid_world.is_gnu ? 1 : 0;
}

int fputs_unlocked(const char *restrict, FILE *restrict);
int fputs_unlocked(const char *restrict s, FILE *restrict f) { return fputs(s, f); }

int puts(const char *s) {
  const size_t n = strlen(s);
  FLOCK(stdout);
  const int failed = fwrite(s, 1, n, stdout) != n || putc_unlocked('\n', stdout) < 0;
  FUNLOCK(stdout);
  if (failed) return EOF;
  return !braid_world.is_gnu ? 0 : n < INT_MAX ? (int) n + 1 : INT_MAX;
}
