/* The environment is what --env says, and LC_ALL=C. */
#include "../posix/posix.h"

#include <string.h>

#define getenv __musl_getenv
#include "src/env/getenv.c"
#undef getenv

/* The time zone is asked for by the library, on the program's behalf. */
char *getenv(const char *name) {
  char *value = __musl_getenv(name);
  if (__braid_is_called_by_program() ? !value || !strcmp(name, "LC_ALL")
                                     : !value && !strcmp(name, "TZ"))
    __posix_assume(ASSUME_ENVIRONMENT);
  return value;
}
