/*
 * musl's vfscanf sets errno where no number is found, GNU's does not.  Of what GNU takes for a
 * number and the standard does not ("1e" for %f), and of errno where a number is too large (GNU's
 * depends on what follows), the answer is musl's, under an assumption.  setup/musl edits calls of these functions into musl's code.
 */
#include "../ctype.h"
#include "../libc/differences.h"
#include "../world.h"

#include <errno.h>
#include <features.h>
#include <stdio.h>

static long double scan_real(FILE *, int size);
static unsigned long long scan_integer(FILE *, unsigned base, int is_signed, int is_long_long);
static void scan_pointer(void) { __braid_note_here(differs_SCANF); }
static int scan_short(void) { __braid_note_here(differs_SCANF); return 1; }

/* One condition: musl's takes two branches, so n symbolic spaces gave 2^n paths. */
#include <ctype.h>
#undef isspace
#define isspace(C) is_space(C)
static int is_space(int c) { return IS_SPACE(c); }

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

/* The value of a digit; at least base if c is none.  A symbolic c does not fork. */
static unsigned digit(int c, unsigned base) {
  const unsigned number = (unsigned) c - '0', letter = ((unsigned) c | 32) - 'a';
  if (base <= 10) return number;
  const unsigned is_number = -(unsigned) (number < 10), is_letter = -(unsigned) (letter < 26);
  return (number & is_number) | (((letter + 10) | ~is_letter) & ~is_number);
}

/* No number here. */
static unsigned long long scan_nothing(FILE *f, int first) {
  shunget(f);
  shlim(f, 0);
  if ((unsigned) first - '0' < 10) __braid_note_here(differs_SCANF);
  return 0;
}

/*
 * As musl's __intscan(f, base, 0, ULLONG_MAX), behind the spaces that vfscanf skips.  GNU's is
 * strtol, strtoul, strtoll or strtoull: too large a number is the largest of that type.  A
 * symbolic character forks once for a sign and once for a digit: whether a number is negative,
 * and whether its digits overflow, is a term.
 */
static unsigned long long scan_integer(FILE *f, unsigned base, int is_signed,
                                       int is_long_long) {
  const int first = shgetc(f);
  int c = first;
  unsigned long long sign = 0;
  if ((c == '+') | (c == '-')) {
    sign = -(unsigned long long) (c == '-');
    c = shgetc(f);
  }
  if ((base == 0 || base == 16) && c == '0') {
    c = shgetc(f);
    if ((c | 32) == 'x') {
      c = shgetc(f);
      base = 16;
      if (digit(c, base) >= base) return scan_nothing(f, first);
    } else if (base == 0) {
      base = 8;
    }
  } else {
    if (base == 0) base = 10;
    if (digit(c, base) >= base) {
      errno = EINVAL;
      return scan_nothing(f, first);
    }
  }
  const unsigned long long last = ULLONG_MAX / base;
  const unsigned last_digit = ULLONG_MAX % base;
  unsigned long long y = 0, most = 0;   /* y <= most, a number; 0 before the first digit */
  unsigned overflows = 0;
  for (; digit(c, base) < base; c = shgetc(f)) {
    const unsigned d = base <= 10 ? (unsigned) c & 15 : digit(c, base);   /* bounds the term */
    if (most < last) most = most * base + (base - 1);
    else overflows |= (y > last) | ((y == last) & (d > last_digit));
    y = y * base + d;
  }
  shunget(f);
  unsigned long long limit = is_long_long ? ULLONG_MAX : ULONG_MAX;
  if (!braid_world.is_gnu) limit = ULLONG_MAX;
  else if (is_signed) limit = limit / 2 + (sign & 1);
  if (overflows | (y > limit)) {
    errno = ERANGE;
    return braid_world.is_gnu && is_signed ? (limit ^ sign) - sign : limit;
  }
  return (y ^ sign) - sign;
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
