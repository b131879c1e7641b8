/* No descriptor is a terminal: a fact about files, an assumption about the
 * standard streams. */
#include "../posix/posix.h"

#define isatty __musl_isatty
#include "src/unistd/isatty.c"
#undef isatty

int isatty(int fd) {
  if (fd >= 0 && fd < 3) __posix_assume(ASSUME_TERMINAL);
  return __musl_isatty(fd);
}
