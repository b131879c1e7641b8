#include "files/corpus.h"

#include "base/full_io.h"
#include "base/mem.h"
#include "base/sha.h"
#include "files/outdir.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

char *corpus_open(const char *directory) {
  struct stat info;
  if (mkdir(directory, 0777) && errno != EEXIST)
    return mem_format("cannot make %s: %s", directory, strerror(errno));
  if (stat(directory, &info))
    return mem_format("cannot use %s: %s", directory, strerror(errno));
  if (!S_ISDIR(info.st_mode))
    return mem_format("%s is no directory", directory);
  if (access(directory, R_OK | W_OK | X_OK))
    return mem_format("cannot write into %s: %s", directory, strerror(errno));
  return NULL;
}

/* Without a name until it is whole.  False, and errno: not so on this file system. */
static bool link_whole(const char *directory, const char *path, const void *bytes,
                       size_t size) {
  char self[64];
  const int fd = open(directory, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
  if (fd < 0) return false;
  snprintf(self, sizeof self, "/proc/self/fd/%d", fd);
  const bool done =
      full_write(fd, bytes, size) &&
      (!linkat(AT_FDCWD, self, AT_FDCWD, path, AT_SYMLINK_FOLLOW) ||
       errno == EEXIST);
  const int reason = errno;
  close(fd);
  errno = reason;
  return done;
}

char *corpus_add(const char *directory, const void *bytes, size_t size,
                 bool *is_new) {
  char *path = mem_format("%s/%s", directory, sha1(bytes, size).hex);
  char *message = NULL;
  *is_new = access(path, F_OK) != 0;
  if (*is_new && !link_whole(directory, path, bytes, size))
    message = file_write_whole(path, bytes, size);
  free(path);
  return message;
}
