/* Descriptors and what they stand for. */
#include "posix.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/uio.h>

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
  standard_input.data = __braid_alloc(braid_world.stdin_size, 1, BRAID_OWN);
  if (!standard_input.data) return;
  standard_input.size = standard_input.capacity = braid_world.stdin_size;
  __braid_input(standard_input.data, standard_input.size, "stdin", 0);
}

open_file *__posix_descriptor(long fd) {
  open_file *o = fd >= 0 && fd < DESCRIPTORS ? descriptors[fd] : NULL;
  if (o && o->of == &standard_input && braid_world.stdin_size &&
      !standard_input.data)
    make_standard_input();
  return o;
}

int __posix_output(long fd) {
  const open_file *o = __posix_descriptor(fd);
  return o && o->of->kind == OUTPUT ? o->of->output : 0;
}

static long lowest_free(long from) {
  while (from < DESCRIPTORS && descriptors[from]) from++;
  return from < DESCRIPTORS ? from : -EMFILE;
}

static int may_write(int flags) { return (flags & O_ACCMODE) != O_RDONLY; }
static int may_read(int flags) { return (flags & O_ACCMODE) != O_WRONLY; }

static long open_existing(file *f, int flags) {
  if ((flags & (O_CREAT | O_EXCL)) == (O_CREAT | O_EXCL)) return -EEXIST;
  if (f->kind == DIRECTORY && may_write(flags)) return -EISDIR;
  if (f->kind != DIRECTORY && (flags & O_DIRECTORY)) return -ENOTDIR;
  if (may_write(flags) && !(f->mode & 0222)) return -EACCES;
  if (may_read(flags) && !(f->mode & 0444)) return -EACCES;
  if ((flags & O_TRUNC) && f->kind == REGULAR) return __posix_resize(f, 0);
  return 0;
}

long __posix_open(const char *path, int flags, mode_t mode) {
  const long fd = lowest_free(0);
  if (fd < 0) return fd;
  file *f = __posix_find(path);
  if (f) {
    const long error = open_existing(f, flags);
    if (error) return error;
  } else {
    if (!(flags & O_CREAT)) return -ENOENT;
    f = __posix_create(path, REGULAR, mode);
    if (!f) return -ENOSPC;
  }
  open_file *o = opened;
  while (o->users) o++;         /* at most one a descriptor, and one is free */
  *o = (open_file) {f, 0, flags & ~(O_CREAT | O_EXCL | O_TRUNC | O_CLOEXEC), 1};
  f->users++;
  descriptors[fd] = o;
  closes_on_exec[fd] = (flags & O_CLOEXEC) != 0;
  return fd;
}

long __posix_close(long fd) {
  open_file *o = __posix_descriptor(fd);
  if (!o) return -EBADF;
  if (!--o->users) __posix_release(o->of);
  descriptors[fd] = NULL;
  return 0;
}

static long attach(open_file *o, long fd, int flags) {
  o->users++;
  descriptors[fd] = o;
  closes_on_exec[fd] = (flags & O_CLOEXEC) != 0;
  return fd;
}

long __posix_dup(long fd, long from, int flags) {
  open_file *o = __posix_descriptor(fd);
  if (!o) return -EBADF;
  if (from < 0 || from >= DESCRIPTORS) return -EINVAL;
  const long to = lowest_free(from);
  return to < 0 ? to : attach(o, to, flags);
}

long __posix_dup_to(long fd, long to, int flags) {
  open_file *o = __posix_descriptor(fd);
  if (!o || to < 0 || to >= DESCRIPTORS) return -EBADF;
  if (fd == to) return to;
  if (descriptors[to]) __posix_close(to);
  return attach(o, to, flags);
}

long __posix_read(long fd, const struct iovec *parts, long count) {
  open_file *o = __posix_descriptor(fd);
  if (!o || !may_read(o->flags)) return -EBADF;
  long total = 0;
  for (long i = 0; i < count; i++) {
    const long n = __posix_read_at(o->of, parts[i].iov_base, parts[i].iov_len,
                                 o->offset);
    if (n < 0) return n;
    o->offset += n;
    total += n;
    if ((size_t) n < parts[i].iov_len) break;
  }
  return total;
}

long __posix_write(long fd, const struct iovec *parts, long count) {
  open_file *o = __posix_descriptor(fd);
  if (!o || !may_write(o->flags)) return -EBADF;
  long total = 0;
  for (long i = 0; i < count; i++) {
    if (!parts[i].iov_len) continue;
    if (o->flags & O_APPEND) o->offset = (off_t) o->of->size;
    const long n = __posix_write_at(o->of, parts[i].iov_base, parts[i].iov_len,
                                  o->offset);
    if (n < 0) return n;
    o->offset += n;
    total += n;
  }
  return total;
}

long __posix_seek(long fd, off_t offset, int whence) {
  open_file *o = __posix_descriptor(fd);
  if (!o) return -EBADF;
  if (o->of->kind == OUTPUT) return -ESPIPE;
  if (whence == SEEK_CUR) offset += o->offset;
  else if (whence == SEEK_END) offset += (off_t) o->of->size;
  else if (whence != SEEK_SET) return -EINVAL;
  if (offset < 0) return -EINVAL;
  o->offset = offset;
  return (long) offset;
}

long __posix_fcntl(long fd, int command, long argument) {
  open_file *o = __posix_descriptor(fd);
  if (!o) return -EBADF;
  switch (command) {
  case F_DUPFD: return __posix_dup(fd, argument, 0);
  case F_DUPFD_CLOEXEC: return __posix_dup(fd, argument, O_CLOEXEC);
  case F_GETFD: return closes_on_exec[fd];
  case F_SETFD: closes_on_exec[fd] = argument & FD_CLOEXEC; return 0;
  case F_GETFL: return o->flags;
  case F_SETFL:
    o->flags = (o->flags & O_ACCMODE) | ((int) argument & ~O_ACCMODE);
    return 0;
  case F_SETLK: case F_SETLKW: return 0;
  default: return -EINVAL;
  }
}

/* Whether the file lies directly in the directory: its name there, or NULL. */
static const char *name_in(const file *directory, const file *f) {
  const size_t n = strlen(directory->name);
  if (!f || f->is_host || strncmp(f->name, directory->name, n)) return NULL;
  const char *rest = f->name + n;
  if (n && *rest++ != '/') return NULL;
  return *rest && !strchr(rest, '/') ? rest : NULL;
}

/* Places in a directory: ".", "..", a file of the table each, then the bytes of
 * the host's names. */
enum { FIRST_FILE = 2, FIRST_HOST = FIRST_FILE + FILES };

/* The next entry's name from *at on. */
static const char *next_name(const file *d, off_t *at) {
  if (*at < FIRST_FILE) return *at ? ".." : ".";
  for (; *at < FIRST_HOST; ++*at) {
    const char *name =
      name_in(d, __posix_file_number((unsigned) *at - FIRST_FILE));
    if (name) return name;
  }
  for (size_t k = (size_t) *at - FIRST_HOST; d->data && k < d->size;) {
    const char *name = (const char *) d->data + k;
    int shadowed = 0;             /* by one of the program's own */
    for (unsigned i = 0; i < FILES; i++) {
      const char *own = name_in(d, __posix_file_number(i));
      shadowed |= own && !strcmp(own, name);
    }
    if (!shadowed) return name;
    k += strlen(name) + 1;
    *at = (off_t) k + FIRST_HOST;
  }
  return NULL;
}

static unsigned char type_at(off_t at) {
  if (at < FIRST_FILE) return DT_DIR;
  if (at >= FIRST_HOST) return DT_UNKNOWN;
  const file *f = __posix_file_number((unsigned) at - FIRST_FILE);
  return f->kind == DIRECTORY ? DT_DIR : DT_REG;
}

long __posix_list(long fd, void *buffer, size_t size) {
  open_file *o = __posix_descriptor(fd);
  if (!o) return -EBADF;
  if (o->of->kind != DIRECTORY) return -ENOTDIR;
  __posix_load_names(o->of);
  size_t used = 0;
  for (const char *name; (name = next_name(o->of, &o->offset));) {
    const size_t length = strlen(name);
    const size_t need =
      (offsetof(struct dirent, d_name) + length + 1 + 7) & ~(size_t) 7;
    if (need > size - used) return used ? (long) used : -EINVAL;
    struct dirent *d = (struct dirent *) ((char *) buffer + used);
    memset(d, 0, need);
    d->d_ino = (ino_t) o->offset + 2;
    d->d_reclen = (unsigned short) need;
    d->d_type = type_at(o->offset);
    o->offset += o->offset < FIRST_HOST ? 1 : (off_t) length + 1;
    d->d_off = o->offset;
    memcpy(d->d_name, name, length + 1);
    used += need;
  }
  return (long) used;
}
