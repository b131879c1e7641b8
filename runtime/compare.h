#ifndef RUNTIME_COMPARE_H
#define RUNTIME_COMPARE_H

/*
 * Comparison functions whose result is looked at for more than its sign (src/ir/signs.h).
 * The magnitude is an input, libc.NAME-1: by how much it is above 1.  Libraries differ: glibc's
 * strcmp on aarch64 returns multiples of the bytes' difference, others 1 or -1.
 */
#include "libc.h"

/* At most 2 to the power of 29: sums of three do not overflow. */
static inline int __braid_any_magnitude(int result, const char *input) {
  if (!__braid_is_symbolic((unsigned) result) && !result) return 0;
  unsigned chosen;
  __braid_input(&chosen, sizeof chosen, input, 0);
  const int magnitude = (int) (chosen & 0x1fffffff) + 1;
  if (!__braid_is_symbolic((unsigned) result)) return result < 0 ? -magnitude : magnitude;
  return (magnitude & -(result > 0)) - (magnitude & -(result < 0));
}

#define ANY(NAME, PARAMETERS, ARGUMENTS) \
  int NAME PARAMETERS; \
  int __braid_any_##NAME PARAMETERS; \
  int __braid_any_##NAME PARAMETERS { \
    return __braid_any_magnitude(NAME ARGUMENTS, "libc." #NAME "-1"); \
  }

#endif
