/*
 * Names of temporary files: any will do.
 * This replaces src/temp/__randname.c, which looks at the clock.
 */
#include "../posix/posix.h"

char *__randname(char *);
char *__randname(char *to) {
  static unsigned count;
  unsigned rest = ++count;
  __posix_assume(ASSUME_TEMPORARY);
  for (int i = 0; i < 6; i++, rest /= 26) to[i] = (char) ('A' + rest % 26);
  return to;
}
