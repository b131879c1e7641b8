#include "compare.h"

ANY(strcmp, (const char *a, const char *b), (a, b))
ANY(strncmp, (const char *a, const char *b, size_t n), (a, b, n))
ANY(strcoll, (const char *a, const char *b), (a, b))
ANY(strcasecmp, (const char *a, const char *b), (a, b))
ANY(strncasecmp, (const char *a, const char *b, size_t n), (a, b, n))
ANY(memcmp, (const void *a, const void *b, size_t n), (a, b, n))

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
