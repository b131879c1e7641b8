/* The files of a test, into the directory that the program may write. */
#include "fence/inside.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

/* nftw has no context: the directory to copy to, and how long the name of the
 * other is. */
static int target = -1;
static size_t prefix;

static bool copy_file(const char *path, const char *name, const struct stat *s) {
  const int from = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  const int to = from < 0 ? -1 : openat(target, name, O_WRONLY | O_CREAT | O_EXCL |
                                                     O_CLOEXEC, 0600);
  off_t left = s->st_size;
  while (to >= 0 && left > 0) {
    const ssize_t n = sendfile(to, from, NULL, (size_t) left);
    if (n <= 0) break;
    left -= n;
  }
  const bool good = to >= 0 && !left && !fchmod(to, s->st_mode & 0777);
  const int why = errno;
  if (to >= 0) close(to);
  if (from >= 0) close(from);
  errno = why;
  return good;
}

static int copy_one(const char *path, const struct stat *s, int kind,
                    struct FTW *where) {
  const char *name = path + prefix;
  (void) where;
  name += *name == '/';
  if (!*name) return kind == FTW_DNR;
  errno = EINVAL;
  if (kind == FTW_D && !mkdirat(target, name, 0777)) return 0;
  if (kind == FTW_F && S_ISREG(s->st_mode) && copy_file(path, name, s)) return 0;
  /* What the system needs was there before: without the test's, the run shows. */
  return errno != EEXIST && errno != EROFS;
}

/* Once all is in it. */
static int fix_one(const char *path, const struct stat *s, int kind,
                   struct FTW *where) {
  const char *name = path + prefix;
  (void) where;
  name += *name == '/';
  if (kind != FTW_DP || !*name || (s->st_mode & 07777) != FENCE_FIXED_MODE) return 0;
  return fchmodat(target, name, 0555, 0) && errno != EROFS;
}

bool copy_tree(const char *from, const char *to, bool may_fix) {
  target = open(to, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  prefix = strlen(from);
  if (target < 0) return false;
  const bool good = !nftw(from, copy_one, 16, FTW_PHYS) &&
                    (!may_fix || !nftw(from, fix_one, 16, FTW_PHYS | FTW_DEPTH));
  const int why = errno;
  close(target);
  errno = why;
  return good;
}
