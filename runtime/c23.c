/* The names that the host's headers give to old functions for C23. */
#include "libc.h"

#define C23_INTEGER(TYPE, NAME) \
  TYPE __isoc23_##NAME(const char *restrict, char **restrict, int); \
  WEAK TYPE __isoc23_##NAME(const char *restrict s, char **restrict end, \
                            int base) { \
    return NAME(s, end, base); \
  }
C23_INTEGER(long, strtol)
C23_INTEGER(long long, strtoll)
C23_INTEGER(unsigned long, strtoul)
C23_INTEGER(unsigned long long, strtoull)

intmax_t __isoc23_strtoimax(const char *restrict, char **restrict, int);
WEAK intmax_t __isoc23_strtoimax(const char *restrict s, char **restrict end,
                                 int base) {
  return strtoll(s, end, base);
}

uintmax_t __isoc23_strtoumax(const char *restrict, char **restrict, int);
WEAK uintmax_t __isoc23_strtoumax(const char *restrict s, char **restrict end,
                                  int base) {
  return strtoull(s, end, base);
}
