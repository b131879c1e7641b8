/* Descriptors and what they stand for. */
#include "../layout.h"
#include "posix.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/uio.h>

#define X(NAME, MEMBER, OFFSET) HAS_LAYOUT(open_file, MEMBER, OFFSET);
OPEN_FILE_LAYOUT(X)
#undef X
_Static_assert(sizeof(void *) != 8 || sizeof(open_file) == OPEN_FILE_BYTES,
               "runtime/layout.h: size of an open file");

static file standard_input = {.kind = NULL_DEVICE, .mode = 0666, .users = 1};
static file standard_output = {
  .kind = OUTPUT, .mode = 0600, .output = 1, .users = 1
};
static file standard_error = {
  .kind = OUTPUT, .mode = 0600, .output = 2, .users = 1
};

static open_file opened[DESCRIPTORS] = {
  {&standard_input, 0, O_RDONLY, 1},
  {&standard_output, 0, O_WRONLY, 1},
  {&standard_error, 0, O_WRONLY, 1},
};
static open_file *descriptors[DESCRIPTORS] = {opened, opened + 1, opened + 2};
static unsigned char closes_on_exec[DESCRIPTORS];

/* Standard input becomes symbolic when something looks at it. */
static void make_standard_input(void) {
  standard_input.kind = REGULAR;
  __posix_make_contents(&standard_input, braid_world.stdin_size,
                        (int) braid_world.stdin_is_exact, "stdin", "");
}

static long highest = 2;         /* descriptor that ever was open */

static open_file *open_at(long fd) {
  return fd >= 0 && fd < DESCRIPTORS ? descriptors[fd] : NULL;
}

open_file *__posix_descriptor(long fd) {
  open_file *o = open_at(fd);
  if (fd > highest) __posix_assume(ASSUME_INHERITED);
  if (o && o->of == &standard_input && braid_world.stdin_size &&
      !standard_input.data)
    make_standard_input();
  return o;
}

file *__posix_file(long fd) {
  const open_file *o = __posix_descriptor(fd);
  return o ? o->of : NULL;
}

int __posix_output(long fd) {
  const open_file *o = __posix_descriptor(fd);
  return o && o->of->kind == OUTPUT ? o->of->output : 0;
}

static int may_write(int flags) { return (flags & O_ACCMODE & 3) != O_RDONLY; }
static int may_read(int flags) { return (flags & O_ACCMODE & 3) != O_WRONLY; }

int __posix_ends(const file *pipe, int writing) {
  int count = 0;
  for (unsigned i = 0; i < DESCRIPTORS; i++)
    count += opened[i].users && opened[i].of == pipe &&
             may_write(opened[i].flags) == writing;
  return count;
}

/* The system's own limit is higher. */
static long lowest_free(long from) {
  while (from < DESCRIPTORS && descriptors[from]) from++;
  if (from >= DESCRIPTORS)
    __braid_unsupported("more descriptors than there is room for");
  return from;
}

static void set(long fd, open_file *o, int flags) {
  descriptors[fd] = o;
  closes_on_exec[fd] = (flags & O_CLOEXEC) != 0;
  if (fd > highest) highest = fd;
}

long __posix_open(file *f, int flags) {
  const long fd = lowest_free(0);
  open_file *o = opened;
  while (o->users) o++;         /* at most one a descriptor, and one is free */
  *o = (open_file) {f, 0, flags & ~(O_CREAT | O_EXCL | O_TRUNC | O_NOCTTY |
                                    O_CLOEXEC), 1};
  f->users++;
  set(fd, o, flags);
  return fd;
}

long __posix_close(long fd) {
  open_file *o = open_at(fd);   /* a daemon closes all: that there are none is no answer */
  if (!o) return -EBADF;
  if (!--o->users) {
    __posix_forget_watches(o);
    __posix_release(o->of);
  }
  descriptors[fd] = NULL;
  return 0;
}

static long attach(open_file *o, long fd, int flags) {
  o->users++;
  set(fd, o, flags);
  return fd;
}

long __posix_dup(long fd, long from, int flags) {
  open_file *o = __posix_descriptor(fd);
  if (!o) return -EBADF;
  if (from < 0) return -EINVAL;
  return attach(o, lowest_free(from), flags);
}

long __posix_dup_to(long fd, long to, int flags) {
  open_file *o = __posix_descriptor(fd);
  if (!o || to < 0) return -EBADF;
  if (fd == to) return to;
  if (to >= DESCRIPTORS)
    __braid_unsupported("more descriptors than there is room for");
  if (descriptors[to]) __posix_close(to);
  return attach(o, to, flags);
}

int __posix_is_standard(const file *f) { return f == &standard_input || f->kind == OUTPUT; }

/* Something depends on how much there is to be read. */
static void needs_contents(const file *f) {
  if (f == &standard_input && !braid_world.stdin_size) __posix_assume(ASSUME_INPUT);
}

static long read_part(open_file *o, void *to, size_t n) {
  needs_contents(o->of);
  if (o->of->kind == PIPE) return __posix_pipe_read(o, to, n);
  if (o->of->kind == SOCKET) return __posix_receive(o, to, n, 0);
  const long got = __posix_read_at(o->of, to, n, o->offset);
  if (got > 0) o->offset += got;
  return got;
}

static int wrong_count(long count) { return count < 0 || count > IOV_MAX; }

long __posix_read(long fd, const struct iovec *parts, long count) {
  open_file *o = __posix_descriptor(fd);
  if (!o || !may_read(o->flags)) return -EBADF;
  if (wrong_count(count)) return -EINVAL;
  long total = 0;
  for (long i = 0; i < count; i++) {
    if (!parts[i].iov_len) continue;
    /* What is there is enough: a second wait would be one too many. */
    if (total && (o->of->kind == PIPE || o->of->kind == SOCKET) && !o->of->size) break;
    const long n = read_part(o, parts[i].iov_base, parts[i].iov_len);
    if (n < 0) return total ? total : n;
    total += n;
    if ((size_t) n < parts[i].iov_len) break;
  }
  return total;
}

static long write_part(open_file *o, const void *from, size_t n) {
  if (o->of->kind == PIPE) return __posix_pipe_write(o, from, n);
  if (o->of->kind == SOCKET) return __posix_send_out(o, from, n, 0, 0);
  if (o->flags & O_APPEND) o->offset = (off_t) o->of->size;
  const long put = __posix_write_at(o->of, from, n, o->offset);
  if (put > 0) o->offset += put;
  return put;
}

long __posix_write(long fd, const struct iovec *parts, long count) {
  open_file *o = __posix_descriptor(fd);
  if (!o || !may_write(o->flags)) return -EBADF;
  if (wrong_count(count)) return -EINVAL;
  long total = 0;
  for (long i = 0; i < count; i++) {
    if (!parts[i].iov_len) continue;
    const long n = write_part(o, parts[i].iov_base, parts[i].iov_len);
    if (n < 0) return total ? total : n;
    total += n;
    if ((size_t) n < parts[i].iov_len) break;
  }
  return total;
}

/* From there on all is data, and the hole is the end. */
static long seek_contents(open_file *o, off_t offset, int is_hole) {
  __posix_assume(ASSUME_KERNEL);
  if (offset < 0 || (size_t) offset >= o->of->size) return -ENXIO;
  return (long) (o->offset = is_hole ? (off_t) o->of->size : offset);
}

/* Standard output and error may be files, too, and standard input a pipe, which is not
 * modelled. */
static int has_no_position(const file *f) {
  if (__posix_is_standard(f)) __posix_assume(ASSUME_POSITION);
  return f->kind == OUTPUT || f->kind == PIPE || f->kind == SOCKET ||
         f->kind == EPOLL;
}

long __posix_read_from(long fd, void *to, size_t n, off_t offset) {
  open_file *o = __posix_descriptor(fd);
  if (offset < 0) return -EINVAL;
  if (o && has_no_position(o->of)) return -ESPIPE;
  if (!o || !may_read(o->flags)) return -EBADF;
  needs_contents(o->of);
  return __posix_read_at(o->of, to, n, offset);
}

long __posix_count_unread(long fd, int *to) {
  const open_file *o = __posix_descriptor(fd);
  if (!o) return -EBADF;
  needs_contents(o->of);
  if (has_no_position(o->of) && o->of->kind != PIPE)
    __braid_unsupported("a request of ioctl without model");
  if (o->of->kind != REGULAR && o->of->kind != PIPE) return -ENOTTY;
  *to = (int) ((off_t) o->of->size - (o->of->kind == PIPE ? 0 : o->offset));
  return 0;
}

long __posix_write_to(long fd, const void *from, size_t n, off_t offset) {
  open_file *o = __posix_descriptor(fd);
  if (offset < 0) return -EINVAL;
  if (o && has_no_position(o->of)) return -ESPIPE;
  if (!o || !may_write(o->flags)) return -EBADF;
  /* Linux appends all the same. */
  if (o->flags & O_APPEND) offset = (off_t) o->of->size;
  return __posix_write_at(o->of, from, n, offset);
}

enum { DATA = 3, HOLE = 4 };    /* SEEK_DATA and SEEK_HOLE, which musl's headers lack */

long __posix_seek(long fd, off_t offset, int whence) {
  open_file *o = __posix_descriptor(fd);
  if (!o) return -EBADF;
  /* stdio gives back by SEEK_CUR what it has not read, and does not look at the answer. */
  if (whence != SEEK_CUR && o->of == &standard_input) has_no_position(o->of);
  if (whence >= SEEK_END) needs_contents(o->of);
  switch (o->of->kind) {
  case OUTPUT: case PIPE: case FIFO: case SOCKET: case EPOLL:
    has_no_position(o->of);
    return -ESPIPE;
  case NULL_DEVICE: case ZERO_DEVICE: case RANDOM_DEVICE: return 0;
  case DIRECTORY: if (whence != SEEK_SET && (whence != SEEK_CUR || offset))
    __braid_unsupported("lseek in a directory");
  case REGULAR: case LINK: break;
  }
  if (whence == SEEK_CUR) offset += o->offset;
  else if (whence == SEEK_END) offset += (off_t) o->of->size;
  else if ((whence == DATA || whence == HOLE) && o->of->kind == REGULAR)
    return seek_contents(o, offset, whence == HOLE);
  else if (whence != SEEK_SET) return -EINVAL;
  if (offset < 0) return -EINVAL;
  o->offset = offset;
  return (long) offset;
}

static long lock(const open_file *o, int command, struct flock *l) {
  if (l->l_whence < SEEK_SET || l->l_whence > SEEK_END) return -EINVAL;
  if (l->l_type != F_RDLCK && l->l_type != F_WRLCK && l->l_type != F_UNLCK)
    return -EINVAL;
  __posix_assume(ASSUME_LOCKS);
  if (command == F_GETLK) {
    if (l->l_type == F_UNLCK) return -EINVAL;
    l->l_type = F_UNLCK;
    return 0;
  }
  if (l->l_type == F_RDLCK && !may_read(o->flags)) return -EBADF;
  if (l->l_type == F_WRLCK && !may_write(o->flags)) return -EBADF;
  return 0;
}

enum { CHANGEABLE = O_APPEND | O_NONBLOCK };

long __posix_fcntl(long fd, int command, long argument) {
  open_file *o = __posix_descriptor(fd);
  if (!o) return -EBADF;
  switch (command) {
  case F_DUPFD: return __posix_dup(fd, argument, 0);
  case F_DUPFD_CLOEXEC: return __posix_dup(fd, argument, O_CLOEXEC);
  case F_GETFD: return closes_on_exec[fd];
  case F_SETFD: closes_on_exec[fd] = argument & FD_CLOEXEC; return 0;
  case F_GETFL:
    if (__posix_is_standard(o->of)) __posix_assume(ASSUME_INHERITED);
    return o->flags;
  case F_SETFL:
    if (argument & (O_ASYNC | O_DIRECT))
      __braid_unsupported("fcntl(F_SETFL) with O_ASYNC or O_DIRECT");
    o->flags = (o->flags & ~CHANGEABLE) | ((int) argument & CHANGEABLE);
    return 0;
  case F_GETLK: case F_SETLK: case F_SETLKW:
    return lock(o, command, (struct flock *) argument);
  }
  __braid_unsupported("a command of fcntl without model");
}
