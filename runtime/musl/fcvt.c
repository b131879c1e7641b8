/* As ecvt.c. */
#define _GNU_SOURCE
#include "../libc/differences.h"

#define fcvt __musl_fcvt
#include "src/stdlib/fcvt.c"
#undef fcvt

char *fcvt(double x, int n, int *point, int *sign) {
  __braid_note_here(differs_ECVT);
  return __musl_fcvt(x, n, point, sign);
}
