/* The environment is what --env says, and LC_ALL=C. */
#include "../posix/posix.h"

#include <string.h>

#define getenv __musl_getenv
#include "src/env/getenv.c"
#undef getenv

/* The library asks for a locale, for translations and for the habits of getopt() of its own
 * accord: what becomes of these is said elsewhere.  Everything else it asks for on the program's
 * behalf: the time zone, the user's name, what setenv() must not overwrite. */
static int is_own(const char *name) {
  static const char *const names[] = {"LANG", "NLSPATH", "MUSL_LOCPATH", "MSGVERB",
                                      "POSIXLY_CORRECT"};
  if (!strncmp(name, "LC_", 3)) return 1;
  for (size_t k = 0; k < sizeof names / sizeof *names; k++)
    if (!strcmp(name, names[k])) return 1;
  return 0;
}

static char *look_up(const char *name, int is_asked) {
  char *value = __musl_getenv(name);
  if (is_asked ? !value || !strcmp(name, "LC_ALL") : !value && !is_own(name))
    __posix_assume(ASSUME_ENVIRONMENT);
  return value;
}

char *getenv(const char *name) { return look_up(name, __braid_is_called_by_program()); }

/*
 * This replaces src/env/secure_getenv.c.
 * No program under test has another user's rights.
 */
char *secure_getenv(const char *name) { return look_up(name, __braid_is_called_by_program()); }
