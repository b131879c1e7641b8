#include "base/full_io.h"

#include <errno.h>
#include <unistd.h>

bool full_write(int fd, const void *bytes, size_t size) {
  for (const char *at = bytes; size;) {
    const ssize_t n = write(fd, at, size);
    if (n < 0 && errno == EINTR) continue;
    if (!n) errno = EIO;
    if (n <= 0) return false;
    at += n;
    size -= (size_t) n;
  }
  return true;
}

bool full_read(int fd, void *bytes, size_t size) {
  for (char *at = bytes; size;) {
    const ssize_t n = read(fd, at, size);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    at += n;
    size -= (size_t) n;
  }
  return true;
}
