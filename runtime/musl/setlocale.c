/* musl takes any name for a locale; only "C" is the same with the host's. */
#include "../posix/posix.h"

#define setlocale __musl_setlocale
#include "src/locale/setlocale.c"
#undef setlocale

char *setlocale(int category, const char *name) {
  if (name && !*name && __braid_is_called_by_program())
    __posix_assume(ASSUME_ENVIRONMENT);
  if (name && *name && strcmp(name, "C") && strcmp(name, "POSIX") &&
      strcmp(name, "C;C;C;C;C;C"))
    __braid_unsupported("a locale other than C");
  return __musl_setlocale(category, name);
}
