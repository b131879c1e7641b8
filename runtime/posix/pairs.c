/*
 * Pairs of stream sockets of one process with itself.  What one is written the other
 * reads.  How much fits in between depends on the machine: what surely does is
 * modelled.
 */
#include "posix.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>

enum { READING = 1, WRITING = 2 };

/* The kernel counts what a message takes, a small one too: surely there is room for so
 * much, and for another of any size that is within it. */
enum { ROOM = 65536, MESSAGES = 64, ROOM_TO_SAY = 8192, MESSAGES_TO_SAY = 16 };

static file *make(int flags, int *end) {
  file *f = __posix_new_file(SOCKET, 0777);
  f->domain = AF_UNIX;
  f->type = SOCK_STREAM;
  f->is_paired = 1;
  *end = (int) __posix_open(f, O_RDWR | (flags & SOCK_NONBLOCK ? O_NONBLOCK : 0) |
                                 (flags & SOCK_CLOEXEC ? O_CLOEXEC : 0));
  return f;
}

long __posix_pair(int domain, int type, int protocol, int ends[2]) {
  const int flags = type & (SOCK_NONBLOCK | SOCK_CLOEXEC);
  if (domain != AF_UNIX) return -EOPNOTSUPP;
  if (protocol && protocol != AF_UNIX) return -EPROTONOSUPPORT;
  if ((type & ~flags) != SOCK_STREAM)
    __braid_unsupported("a pair of sockets that are no streams");
  __braid_check(ends, 2 * sizeof *ends, 1);
  file *one = make(flags, ends), *other = make(flags, ends + 1);
  one->other = other;
  other->other = one;
  return 0;
}

/* The last descriptor of one is closed. */
void __posix_pair_part(file *f) {
  file *other = f->other;
  if (!other) return;
  other->other = NULL;
  other->is_shut = READING | WRITING;
  other->is_reset = f->size != 0;       /* what nobody will read */
  f->other = NULL;
}

long __posix_pair_read(open_file *o, void *to, size_t n, int flags) {
  file *f = o->of;
  if (!n) return 0;
  while (!f->size) {
    if (f->is_reset) {
      f->is_reset = 0;
      return -ECONNRESET;
    }
    if (f->is_shut & READING) return 0;
    if ((o->flags & O_NONBLOCK) || (flags & MSG_DONTWAIT)) return -EAGAIN;
    if (__posix_wait(NULL, "reading from an empty pair of sockets")) return -EINTR;
  }
  if (n > f->size) {
    if ((flags & MSG_WAITALL) && !(f->is_shut & READING))
      __braid_unsupported("waiting for more from a pair of sockets");
    n = f->size;
  }
  memcpy(to, f->data, n);
  if (flags & MSG_PEEK) return (long) n;
  memmove(f->data, f->data + n, f->size - n);
  f->size -= n;
  if (!f->size) f->messages = 0;
  return (long) n;
}

long __posix_pair_write(open_file *o, const void *from, size_t n, int flags) {
  file *f = o->of, *other = f->other;
  if (f->is_shut & WRITING) {
    if (!(flags & MSG_NOSIGNAL)) __posix_send(SIGPIPE, SI_KERNEL);
    return -EPIPE;
  }
  if (!n) return 0;
  if (n > ROOM - other->size || other->messages == MESSAGES)
    __braid_unsupported("writing much to a pair of sockets before it is read");
  const size_t at = other->size;
  __posix_resize(other, at + n);
  memcpy(other->data + at, from, n);
  other->messages++;
  return (long) n;
}

long __posix_pair_shut(file *f, int how) {
  if (how < SHUT_RD || how > SHUT_RDWR) return -EINVAL;
  const int mine = how + 1, theirs = (mine & READING) * WRITING + mine / WRITING;
  f->is_shut |= mine;
  if (f->other) f->other->is_shut |= theirs;
  return 0;
}

short __posix_pair_events(const file *f, short in, short out, short gone) {
  const file *other = f->other;
  short events = f->size || (f->is_shut & READING) ? in : 0;
  if (f->is_shut == (READING | WRITING)) events |= gone;
  if (f->is_reset) __braid_unsupported("asking for events after a reset");
  if (other && (other->size > ROOM_TO_SAY || other->messages > MESSAGES_TO_SAY))
    __braid_unsupported("asking for room in a pair of sockets that is not read");
  return (short) (events | out);
}
