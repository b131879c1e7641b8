/* Flags of the host's libc that musl would ignore. */
#include "../primitives.h"

#define glob __musl_glob
#define glob64 __musl_glob64
#include "src/regex/glob.c"
#undef glob
#undef glob64

int glob(const char *restrict pattern, int flags,
         int (*on_error)(const char *, int), glob_t *restrict to) {
  if (flags & ~(GLOB_ERR | GLOB_MARK | GLOB_NOSORT | GLOB_DOOFFS | GLOB_NOCHECK |
                GLOB_APPEND | GLOB_NOESCAPE | GLOB_PERIOD))
    __braid_unsupported("glob with a flag of GNU's");
  return __musl_glob(pattern, flags, on_error, to);
}
weak_alias(glob, glob64);
