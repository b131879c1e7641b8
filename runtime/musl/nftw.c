/* Flags that musl would ignore. */
#include "../primitives.h"

#define nftw __musl_nftw
#define nftw64 __musl_nftw64
#include "src/misc/nftw.c"
#undef nftw
#undef nftw64

int nftw(const char *path,
         int (*call)(const char *, const struct stat *, int, struct FTW *),
         int most, int flags) {
  if (flags & ~(FTW_PHYS | FTW_MOUNT | FTW_DEPTH))
    __braid_unsupported("nftw with FTW_CHDIR or a flag of GNU's");
  return __musl_nftw(path, call, most, flags);
}
weak_alias(nftw, nftw64);
