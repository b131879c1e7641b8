/*
 * Comparison functions whose result is looked at for more than its sign (src/ir/answers.h).
 * The magnitude is an input, libc.NAME-1: by how much it is above 1.  Libraries differ: glibc's
 * strcmp on aarch64 returns multiples of the bytes' difference, others 1 or -1.
 */
#include "libc.h"

/* At most 2 to the power of 29: sums of three do not overflow. */
static int any_magnitude(int result, const char *input) {
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
    return any_magnitude(NAME ARGUMENTS, "libc." #NAME "-1"); \
  }

ANY(strcmp, (const char *a, const char *b), (a, b))
ANY(strncmp, (const char *a, const char *b, size_t n), (a, b, n))
ANY(strcoll, (const char *a, const char *b), (a, b))
ANY(strcasecmp, (const char *a, const char *b), (a, b))
ANY(strncasecmp, (const char *a, const char *b, size_t n), (a, b, n))

int __braid_order_memcmp(const void *, const void *, size_t);
int __braid_any_memcmp(const void *, const void *, size_t);
int __braid_any_memcmp(const void *a, const void *b, size_t n) {
  return any_magnitude(__braid_order_memcmp(a, b, n), "libc.memcmp-1");
}

/* Only whether it is zero means something. */
int __braid_any_bcmp(const void *, const void *, size_t);
int __braid_any_bcmp(const void *a, const void *b, size_t n) {
  int chosen;
  const int result = bcmp(a, b, n);
  if (!__braid_is_symbolic((unsigned) result) && !result) return 0;
  __braid_input(&chosen, sizeof chosen, "libc.bcmp", 0);
  __braid_assume(chosen != 0);
  return chosen & -(result != 0);
}

/* libc's own; weak, so that those that the program does not call are not linked. */
typedef __WCHAR_TYPE__ wide;

#define ANY_WEAK(NAME, PARAMETERS, ARGUMENTS) \
  WEAK int NAME PARAMETERS; \
  ANY(NAME, PARAMETERS, ARGUMENTS)
ANY_WEAK(wcscmp, (const wide *a, const wide *b), (a, b))
ANY_WEAK(wcsncmp, (const wide *a, const wide *b, size_t n), (a, b, n))
ANY_WEAK(wmemcmp, (const wide *a, const wide *b, size_t n), (a, b, n))
ANY_WEAK(wcscoll, (const wide *a, const wide *b), (a, b))
ANY_WEAK(wcscasecmp, (const wide *a, const wide *b), (a, b))
ANY_WEAK(wcsncasecmp, (const wide *a, const wide *b, size_t n), (a, b, n))
ANY_WEAK(strverscmp, (const char *a, const char *b), (a, b))
ANY_WEAK(alphasort, (const void *a, const void *b), (a, b))
ANY_WEAK(versionsort, (const void *a, const void *b), (a, b))
