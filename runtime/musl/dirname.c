/* GNU keeps two slashes at the beginning apart from one. */
#include "../world.h"

#include <libgen.h>
#include <string.h>

#define dirname __musl_dirname
#include "src/misc/dirname.c"
#undef dirname

char *dirname(char *path) {
  const int is_double = braid_world.is_gnu && path && path[0] == '/' && path[1] == '/' &&
                        path[2] != '/';
  char *result = __musl_dirname(path);
  return is_double && !strcmp(result, "/") ? "//" : result;
}
