/* Formats that only the GNU C library knows, and years of other than four digits: an
 * assumption. */
#include "../libc/differences.h"

#include <string.h>
#include <time.h>

#define strftime __musl_strftime
#define strftime_l __musl_strftime_l
#include "src/time/strftime.c"
#undef strftime
#undef strftime_l

/* What both write in the same way. */
static int is_common(const char *format, const struct tm *t) {
  for (; (format = strchr(format, '%')); format++)
    if (!*++format || !strchr("aAbBcCdDeFgGhHIjmMnprRsStTuUVwWxXyYzZ%", *format)) return 0;
  return t->tm_year >= 1000 - 1900 && t->tm_year <= 9999 - 1900;
}

size_t strftime(char *restrict to, size_t n, const char *restrict format,
                const struct tm *restrict t) {
  if (!is_common(format, t)) __braid_note_here(differs_STRFTIME);
  return __musl_strftime(to, n, format, t);
}

size_t strftime_l(char *restrict to, size_t n, const char *restrict format,
                  const struct tm *restrict t, locale_t l) {
  if (!is_common(format, t)) __braid_note_here(differs_STRFTIME);
  return __strftime_l(to, n, format, t, l);
}
