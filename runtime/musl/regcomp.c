/* Expressions that the standard leaves open and the GNU C library takes in its own way. */
#include "../libc/differences.h"

#include <regex.h>

#define regcomp __musl_regcomp
#include "src/regex/regcomp.c"
#undef regcomp

/* References to what matched before outside of basic expressions or in numbers of their own,
 * a star behind a star, and a number of repetitions that begins with a comma. */
static int is_open(const char *p) {
  for (; *p; p++) {
    if (*p == '\\' && p[1]) {
      p++;
      if (*p >= '1' && *p <= '9') return 1;
      if (*p == '{' && p[1] == ',') return 1;
    } else if ((*p == '*' && (p[1] == '*' || p[1] == '+' || p[1] == '?')) ||
               (*p == '{' && p[1] == ','))
      return 1;
  }
  return 0;
}

int regcomp(regex_t *restrict to, const char *restrict pattern, int flags) {
  if (is_open(pattern)) __braid_note_here(differs_REGEX);
  return __musl_regcomp(to, pattern, flags);
}
