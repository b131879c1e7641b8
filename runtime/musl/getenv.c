/* The environment is what --env says, and LC_ALL=C. */
#include "../posix/posix.h"

#define getenv __musl_getenv
#include "src/env/getenv.c"
#undef getenv

char *getenv(const char *name) {
  char *value = __musl_getenv(name);
  if (!value && __braid_is_called_by_program())
    __posix_assume(ASSUME_ENVIRONMENT);
  return value;
}
