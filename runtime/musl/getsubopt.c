/*
 * GNU's gives the whole suboption as the value of one that it does not know.
 * This replaces src/misc/getsubopt.c.
 */
#define _GNU_SOURCE
#include "../world.h"

#include <stdlib.h>
#include <string.h>

int getsubopt(char **rest, char *const *names, char **value) {
  char *const start = *rest, *const end = strchrnul(start, ',');
  *rest = *end ? end + 1 : end;
  *end = 0;
  *value = NULL;
  for (int k = 0; names[k]; k++) {
    const size_t n = strlen(names[k]);
    if (strncmp(names[k], start, n)) continue;
    if (start[n] == '=') *value = start + n + 1;
    else if (start[n]) continue;
    return k;
  }
  if (braid_world.is_gnu) *value = start;
  return -1;
}
