/*
 * musl's functions set errno where there is no number at all; the host's leave
 * it alone, so a program would take another path natively than here.
 */
#include "../libc/differences.h"

#include <errno.h>
#include <stdlib.h>

#define strtof __musl_strtof
#define strtod __musl_strtod
#define strtold __musl_strtold
#include "src/stdlib/strtod.c"
#undef strtof
#undef strtod
#undef strtold

#define CONVERSION(TYPE, NAME) \
  TYPE NAME(const char *restrict s, char **restrict end) { \
    const int old_error = errno; \
    char *stop; \
    const TYPE value = __musl_##NAME(s, &stop); \
    if (stop == s) errno = old_error; \
    else if (stop[-1] == ')') __braid_note_here(differs_NAN); \
    if (end) *end = stop; \
    return value; \
  }
CONVERSION(float, strtof)
CONVERSION(double, strtod)
CONVERSION(long double, strtold)
