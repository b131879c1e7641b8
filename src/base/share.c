#include "base/share.h"

#include "base/mem.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char *if_there(char *path) {
  if (!access(path, R_OK)) return path;
  free(path);
  return NULL;
}

char *share_find(const char *name) {
  const char *given = getenv("BRAID_SHARE");
  if (given && *given) return if_there(mem_format("%s/%s", given, name));
  char own[PATH_MAX];
  const ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);
  if (length <= 0) return NULL;
  own[length] = 0;
  char *slash = strrchr(own, '/');
  if (!slash) return NULL;
  *slash = 0;
  char *path = if_there(mem_format("%s/share/braid/%s", own, name));
  return path ? path
              : if_there(mem_format("%s/../share/braid/%s", own, name));
}
