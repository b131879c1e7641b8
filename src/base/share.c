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

/* The path of `name` in the directory `from`, which is relative to this program's. */
static char *beside(const char *from, const char *name) {
  char own[PATH_MAX];
  const ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);
  if (length <= 0) return NULL;
  own[length] = 0;
  char *slash = strrchr(own, '/');
  if (!slash) return NULL;
  *slash = 0;
  return mem_format("%s/%s/%s", own, from, name);
}

char *share_find(const char *name) {
  const char *given = getenv("BRAID_SHARE");
  if (given && *given) return if_there(mem_format("%s/%s", given, name));
  char *in_build = beside("share/braid", name);
  char *path = in_build ? if_there(in_build) : NULL;
  if (path) return path;
  char *installed = beside("../share/braid", name);
  return installed ? if_there(installed) : NULL;
}

char *share_sibling(const char *name) { return beside(".", name); }
