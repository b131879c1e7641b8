/* GNU's computes what it was not given (the day of the week, of the year), and knows more
 * conversions: an assumption of every call. */
#include "../libc/differences.h"

#include <time.h>

#define strptime __musl_strptime
#include "src/time/strptime.c"
#undef strptime

char *strptime(const char *restrict s, const char *restrict format, struct tm *restrict t) {
  __braid_note_here(differs_STRPTIME);
  return __musl_strptime(s, format, t);
}
