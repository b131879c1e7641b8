/* The words of GNU's locale C where they differ from musl's. */
#define _GNU_SOURCE
#include "../world.h"

#include <features.h>
#include <langinfo.h>

#undef weak_alias
#define weak_alias(OLD, NEW)
#define __nl_langinfo_l __musl_nl_langinfo_l
#define __nl_langinfo __musl_nl_langinfo
#include "src/locale/langinfo.c"
#undef __nl_langinfo_l
#undef __nl_langinfo

char *__nl_langinfo_l(nl_item item, locale_t l) {
  if (braid_world.is_gnu)
    switch (item) {
    case CODESET: return l->cat[LC_CTYPE] ? "UTF-8" : "ANSI_X3.4-1968";
    case D_T_FMT: return "%a %b %e %H:%M:%S %Y";
    case CRNCYSTR: return "-";
    case ERA_D_FMT: case ERA_D_T_FMT: case ERA_T_FMT: case ALT_DIGITS: case YESSTR: case NOSTR:
      return "";
    }
  return __musl_nl_langinfo_l(item, l);
}

char *nl_langinfo_l(nl_item item, locale_t l) { return __nl_langinfo_l(item, l); }
char *__nl_langinfo(nl_item item) { return __nl_langinfo_l(item, CURRENT_LOCALE); }
char *nl_langinfo(nl_item item) { return __nl_langinfo_l(item, CURRENT_LOCALE); }
