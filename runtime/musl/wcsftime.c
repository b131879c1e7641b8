/* As strftime.c. */
#include "../libc/differences.h"

#include <time.h>
#include <wchar.h>

#define wcsftime __musl_wcsftime
#define wcsftime_l __musl_wcsftime_l
#include "src/time/wcsftime.c"
#undef wcsftime
#undef wcsftime_l

static int is_common(const wchar_t *format, const struct tm *t) {
  for (; (format = wcschr(format, '%')); format++)
    if (!*++format || !wcschr(L"aAbBcCdDeFgGhHIjmMnprRsStTuUVwWxXyYzZ%", *format)) return 0;
  return t->tm_year >= 1000 - 1900 && t->tm_year <= 9999 - 1900;
}

size_t wcsftime(wchar_t *restrict to, size_t n, const wchar_t *restrict format,
                const struct tm *restrict t) {
  if (!is_common(format, t)) __braid_note_here(differs_STRFTIME);
  return __musl_wcsftime(to, n, format, t);
}

size_t wcsftime_l(wchar_t *restrict to, size_t n, const wchar_t *restrict format,
                  const struct tm *restrict t, locale_t l) {
  if (!is_common(format, t)) __braid_note_here(differs_STRFTIME);
  return __wcsftime_l(to, n, format, t, l);
}
