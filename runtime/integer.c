/* abs, div and finding bits. */
#include "libc.h"

#define INTEGER(TYPE, ABS, DIV, RESULT) \
  typedef struct RESULT { TYPE quotient, remainder; } RESULT; \
  TYPE ABS(TYPE); \
  WEAK TYPE ABS(TYPE n) { return n < 0 ? -n : n; } \
  RESULT DIV(TYPE, TYPE); \
  WEAK RESULT DIV(TYPE a, TYPE b) { return (RESULT) {a / b, a % b}; }
INTEGER(int, abs, div, int_parts)
INTEGER(long, labs, ldiv, long_parts)
INTEGER(long long, llabs, lldiv, longlong_parts)
INTEGER(intmax_t, imaxabs, imaxdiv, intmax_parts)

#define FIND_FIRST_SET(TYPE, NAME) \
  int NAME(TYPE); \
  WEAK int NAME(TYPE n) { \
    for (unsigned i = 0; i < 8 * sizeof n; i++) \
      if (n >> i & 1) return (int) i + 1; \
    return 0; \
  }
FIND_FIRST_SET(int, ffs)
FIND_FIRST_SET(long, ffsl)
FIND_FIRST_SET(long long, ffsll)
