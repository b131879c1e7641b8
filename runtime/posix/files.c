/* Files: their contents, and what stat says of them. */
#include "posix.h"

#include <errno.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <fcntl.h>
#include "kstat.h"
#include "syscall.h"

void __posix_drop(file *f) {
  if (f->links || f->users) return;
  if (f->is_paired) __posix_pair_part(f);
  __braid_free(f->data);
  f->data = NULL;
  f->size = f->capacity = 0;
}

void __posix_release(file *f) {
  f->users--;
  __posix_drop(f);
}

int __posix_resize(file *f, size_t size) {
  if (size > f->capacity) {
    size_t capacity = 2 * f->capacity < size ? size : 2 * f->capacity;
    unsigned char *data = __braid_alloc(capacity, 1, BRAID_OWN | BRAID_ZEROED);
    if (!data) __braid_unsupported("a file larger than --max-alloc");
    if (f->data) {
      memcpy(data, f->data, f->size);
      __braid_free(f->data);
    }
    f->data = data;
    f->capacity = capacity;
  }
  else if (size > f->size) memset(f->data + f->size, 0, size - f->size);
  f->size = size;
  f->modified = f->changed = __posix_time();
  return 0;
}

long __posix_read_at(file *f, void *to, size_t n, off_t offset) {
  switch (f->kind) {
  case DIRECTORY: return -EISDIR;
  case LINK: return -EINVAL;
  case OUTPUT: return -EBADF;
  case PIPE: case FIFO: case SOCKET: return -ESPIPE;
  case EPOLL: return -EINVAL;
  case NULL_DEVICE: return 0;
  case ZERO_DEVICE: memset(to, 0, n); return (long) n;
  case RANDOM_DEVICE: return __posix_machine(SYS_getrandom, (long) to, (long) n,
                                             0, 0);
  case REGULAR: break;
  }
  if (offset < 0) return -EINVAL;
  f->accessed = __posix_time();
  if ((size_t) offset >= f->size) return 0;
  if (n > f->size - (size_t) offset) n = f->size - (size_t) offset;
  memcpy(to, f->data + offset, n);
  return (long) n;
}

long __posix_write_at(file *f, const void *from, size_t n, off_t offset) {
  switch (f->kind) {
  case DIRECTORY: return -EISDIR;
  case LINK: return -EINVAL;
  case OUTPUT:
    if (f->output == 2 && __braid_say_error) __braid_say_error(from, n);
    __braid_output(f->output, from, n);
    return (long) n;
  case PIPE: case FIFO: case SOCKET: return -ESPIPE;
  case EPOLL: return -EINVAL;
  case NULL_DEVICE:
  case ZERO_DEVICE:
  case RANDOM_DEVICE: __braid_check(from, n, 0); return (long) n;
  case REGULAR: break;
  }
  if (offset < 0) return -EINVAL;
  if (!n) return 0;
  const size_t end = (size_t) offset + n;
  if (end > f->size) __posix_resize(f, end);
  else f->modified = f->changed = __posix_time();
  memcpy(f->data + offset, from, n);
  return (long) n;
}

static mode_t type_of(const file *f) {
  switch (f->kind) {
  case REGULAR: return S_IFREG;
  case DIRECTORY: return S_IFDIR;
  case LINK: return S_IFLNK;
  case OUTPUT: case PIPE: case FIFO: return S_IFIFO;
  case SOCKET: return S_IFSOCK;
  case EPOLL: return 0;
  case NULL_DEVICE: case ZERO_DEVICE: case RANDOM_DEVICE: break;
  }
  return S_IFCHR;
}

/* A directory has its own ".", its name, and the ".." of those in it. */
static unsigned links_of(const file *f) {
  if (f->kind != DIRECTORY) return f->links ? (unsigned) f->links : 0;
  const char *path = f->links ? __posix_path_of(f) : NULL;
  if (!path) return 0;
  const size_t n = strlen(path);
  unsigned count = 2;
  for (unsigned i = 0; i < NAMES; i++) {
    const name *other = __posix_name_number(i);
    if (!other || !other->of || other->of->kind != DIRECTORY) continue;
    if (other->of == f || strncmp(other->path, path, n)) continue;
    const char *rest = other->path + n;
    if (n && *rest++ != '/') continue;
    count += !strchr(rest, '/');
  }
  return count;
}

enum { EPOCH = 1700000000 };    /* when what is given was last touched */

static long long second(moment m) { return m.seconds ? m.seconds : EPOCH; }

void __posix_stat(const file *f, struct kstat *s) {
  __posix_assume(ASSUME_STAT);
  memset(s, 0, sizeof *s);
  s->st_dev = 1;
  s->st_ino = (ino_t) (uintptr_t) f;
  s->st_mode = type_of(f) | f->mode;
  s->st_nlink = f->kind == OUTPUT || f->kind == PIPE ? 1 : links_of(f);
  s->st_uid = s->st_gid = __posix_user();
  s->st_size = f->kind == LINK || f->kind == REGULAR ? (off_t) f->size : 0;
  s->st_blksize = 4096;
  s->st_blocks = (blkcnt_t) ((f->size + 511) / 512);
  s->st_atime_sec = (long) second(f->accessed);
  s->st_atime_nsec = f->accessed.nanoseconds;
  s->st_mtime_sec = (long) second(f->modified);
  s->st_mtime_nsec = f->modified.nanoseconds;
  s->st_ctime_sec = (long) second(f->changed);
  s->st_ctime_nsec = f->changed.nanoseconds;
}
