/* Flags of the host's libc that musl would ignore. */
#include "../primitives.h"

#define fnmatch __musl_fnmatch
#include "src/regex/fnmatch.c"
#undef fnmatch

int fnmatch(const char *pattern, const char *text, int flags) {
  if (flags & ~(FNM_PATHNAME | FNM_NOESCAPE | FNM_PERIOD | FNM_LEADING_DIR |
                FNM_CASEFOLD))
    __braid_unsupported("fnmatch with a flag of GNU's");
  return __musl_fnmatch(pattern, text, flags);
}
