#ifndef RUNTIME_LIBC_LOCALE_NAMES_H
#define RUNTIME_LIBC_LOCALE_NAMES_H

#include <string.h>
#include <strings.h>

/* C, POSIX, and C.UTF-8 as the GNU C library spells and finds it. */
static int __locale_is_known(const char *name) {
  if (!strcmp(name, "C") || !strcmp(name, "POSIX")) return 1;
  if (name[0] != 'C' || name[1] != '.') return 0;
  return !strcasecmp(name + 2, "utf-8") || !strcasecmp(name + 2, "utf8");
}

#endif
