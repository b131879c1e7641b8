/*
 * This replaces src/legacy/getpagesize.c: a fact of the machine.
 */
#include "../posix/posix.h"

int getpagesize(void);
int getpagesize(void) {
  __posix_assume(ASSUME_SYSTEM);
  return PAGE_SIZE;
}
