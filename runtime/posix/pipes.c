/* Pipes of one process with itself. */
#include "posix.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>

enum { ROOM = 65536, PAGE = 4096 };

long __posix_pipe(int ends[2], int flags) {
  if (flags & ~(O_CLOEXEC | O_NONBLOCK)) __braid_unsupported("pipe2: flags");
  file *f = __posix_new_file(PIPE, 0600);
  f->users++;                   /* until both ends are there */
  ends[0] = (int) __posix_open(f, O_RDONLY | flags);
  ends[1] = (int) __posix_open(f, O_WRONLY | flags);
  f->users--;
  return 0;
}

/* What is left moves to the front. */
long __posix_pipe_read(open_file *o, void *to, size_t n) {
  file *f = o->of;
  if (!n) return 0;
  while (!f->size) {
    if (!__posix_ends(f, 1)) return 0;
    if (o->flags & O_NONBLOCK) return -EAGAIN;
    if (__posix_wait(NULL, "reading from an empty pipe")) return -EINTR;
  }
  if (n > f->size) n = f->size;
  memcpy(to, f->data, n);
  memmove(f->data, f->data + n, f->size - n);
  f->size -= n;
  return (long) n;
}

long __posix_pipe_write(open_file *o, const void *from, size_t n) {
  file *f = o->of;
  if (!__posix_ends(f, 0)) {
    __posix_send(SIGPIPE, SI_KERNEL);
    return -EPIPE;
  }
  if (n > ROOM - f->size) {
    if (!(o->flags & O_NONBLOCK)) {
      __posix_wait(NULL, "writing to a full pipe");
      return -EINTR;
    }
    if (n <= PAGE) return -EAGAIN;
    __braid_unsupported("writing a part to a pipe that is nearly full");
  }
  const size_t at = f->size;
  __posix_resize(f, at + n);
  memcpy(f->data + at, from, n);
  return (long) n;
}

short __posix_pipe_events(const open_file *o) {
  const file *f = o->of;
  short events = 0;
  if ((o->flags & O_ACCMODE & 3) == O_RDONLY) {
    if (f->size) events |= POLLIN | POLLRDNORM;
    if (!__posix_ends(f, 1)) events |= POLLHUP;
  } else {
    if (ROOM - f->size >= PAGE) events |= POLLOUT | POLLWRNORM;
    if (!__posix_ends(f, 0)) events |= POLLERR;
  }
  return events;
}
