/*
 * musl's vfscanf sets errno where no number is found, GNU's does not.  Of what GNU takes for a
 * number and the standard does not ("1e" for %f), and of errno where a number is too large (GNU's
 * depends on what follows), the answer is musl's, under an assumption.  setup/musl edits calls of these functions into musl's code.
 */
#include "../libc/differences.h"
#include "../world.h"

#include <errno.h>
#include <features.h>
#include <stdio.h>

static long double scan_real(FILE *, int size);
static unsigned long long scan_integer(FILE *, unsigned base);
static void scan_pointer(void) { __braid_note_here(differs_SCANF); }
static int scan_short(void) { __braid_note_here(differs_SCANF); return 1; }

#undef weak_alias
#define weak_alias(OLD, NEW)
#define vfscanf __musl_vfscanf
#include "src/stdio/vfscanf.c"
#undef vfscanf

/* May begin a number. */
static int is_number(int c) {
  return ((unsigned) c - '0' < 10) | (c == '+') | (c == '-') | (c == '.') | ((c | 32) == 'i') |
         ((c | 32) == 'n');
}

static long double scan_real(FILE *f, int size) {
  const int first = shgetc(f);
  shunget(f);
  const long double y = __floatscan(f, size, 0);
  if ((!shcnt(f) && is_number(first)) || (first | 32) == 'n') __braid_note_here(differs_SCANF);
  return y;
}

static unsigned long long scan_integer(FILE *f, unsigned base) {
  const int first = shgetc(f);
  shunget(f);
  const unsigned long long n = __intscan(f, base, 0, ULLONG_MAX);
  if (!shcnt(f) && (unsigned) first - '0' < 10) __braid_note_here(differs_SCANF);
  return n;
}

int vfscanf(FILE *restrict f, const char *restrict format, va_list args) {
  const int old_error = errno;
  const int result = __musl_vfscanf(f, format, args);
  if (errno == EINVAL && braid_world.is_gnu) errno = old_error;
  if (errno == ERANGE && old_error != ERANGE) __braid_note_here(differs_SCANF);
  return result;
}

int __isoc99_vfscanf(FILE *restrict f, const char *restrict format, va_list args) {
  return vfscanf(f, format, args);
}
