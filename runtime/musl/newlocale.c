/* As setlocale.c. */
#include "../posix/posix.h"
#include "../libc/differences.h"

#include <errno.h>
#include <strings.h>

#define __newlocale __musl_newlocale
#define newlocale __musl_newlocale_too
#include "src/locale/newlocale.c"
#undef __newlocale
#undef newlocale

#include "../libc/locale_names.h"

locale_t newlocale(int mask, const char *name, locale_t base) {
  enum { MUSLS = (1 << LC_ALL) - 1 };   /* categories; others make no difference */
  if (!braid_world.is_gnu) {
    if (*name && strcmp(name, "C") && strcmp(name, "POSIX"))
      __braid_unsupported("a locale other than C");
    return __musl_newlocale(mask, name, base);
  }
  if (!*name) {
    __posix_assume(ASSUME_ENVIRONMENT);
    name = "C";
  }
  if (!__locale_is_known(name)) {
    __braid_note_here(differs_LOCALES);
    errno = ENOENT;
    return 0;
  }
  return __musl_newlocale(mask & MUSLS, name[1] == '.' ? "C.UTF-8" : "C", base);
}

locale_t __newlocale(int mask, const char *name, locale_t base) {
  return newlocale(mask, name, base);
}
