/* As setlocale.c. */
#include "../primitives.h"

#define __newlocale __musl_newlocale
#define newlocale __musl_newlocale_too
#include "src/locale/newlocale.c"
#undef __newlocale
#undef newlocale

locale_t newlocale(int mask, const char *name, locale_t base) {
  if (*name && strcmp(name, "C") && strcmp(name, "POSIX"))
    __braid_unsupported("a locale other than C");
  return __musl_newlocale(mask, name, base);
}

locale_t __newlocale(int mask, const char *name, locale_t base) {
  return newlocale(mask, name, base);
}
