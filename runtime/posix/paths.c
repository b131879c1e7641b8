/* System calls on paths. */
#include "posix.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <time.h>
#include <unistd.h>
#include "kstat.h"
#include "syscall.h"

static mode_t creation_mask = 022;

/* A word of the path is about to appear in, or vanish from, its directory. */
static long may_change_directory(const place *p) {
  const char *slash = NULL;
  for (const char *q = p->path; *q; q++) if (*q == '/') slash = q;
  file *in = __posix_name_number(0)->of;
  if (slash) {
    char path[4096];
    const size_t n = (size_t) (slash - p->path);
    memcpy(path, p->path, n);
    path[n] = 0;
    const name *found = __posix_find_name(path);
    in = found ? found->of : NULL;
  }
  if (!in) return -ENOENT;
  if (in->kind != DIRECTORY) return -ENOTDIR;
  if (!__posix_may(in, 3)) return -EACCES;
  in->modified = in->changed = __posix_time();
  return 0;
}

static int ends_in_slash(const char *path) {
  const size_t n = strlen(path);
  return n && path[n - 1] == '/';
}

/* A new file at a place where there is none. */
static long make(const place *p, file_kind kind, mode_t mode, file **made) {
  const long error = may_change_directory(p);
  if (error) return error;
  *made = __posix_new_file(kind, mode);
  return __posix_add_name(p->path, *made);
}

/* Opening ---------------------------------------------------------------- */

static long check_existing(file *f, int flags) {
  const int access = flags & 3;
  if ((flags & (O_CREAT | O_EXCL)) == (O_CREAT | O_EXCL)) return -EEXIST;
  if (f->kind == LINK) return -ELOOP;
  if (f->kind == DIRECTORY && (access != O_RDONLY || (flags & O_CREAT)))
    return -EISDIR;
  if (f->kind != DIRECTORY && (flags & O_DIRECTORY)) return -ENOTDIR;
  const unsigned wanted = (access != O_WRONLY ? 4u : 0) |
                          (access != O_RDONLY || (flags & O_TRUNC) ? 2u : 0);
  if (f->is_host && (wanted & 2)) __posix_assume(ASSUME_ROOT);
  if (!__posix_may(f, wanted)) return -EACCES;
  if ((flags & O_TRUNC) && f->kind == REGULAR) return __posix_resize(f, 0);
  return 0;
}

/* What is not there may be there elsewhere; a new file that replaces it would be
 * empty all the same. */
static int depends_on_absence(int flags) {
  return !(flags & O_CREAT) || (flags & O_EXCL) || !(flags & O_TRUNC);
}

static long open_path(long fd, const char *path, int flags, mode_t mode) {
  if ((flags & O_PATH) || (flags & O_TMPFILE) == O_TMPFILE)
    __braid_unsupported("open with O_PATH or O_TMPFILE");
  if (flags & (O_ASYNC | O_DIRECT))
    __braid_unsupported("open with O_ASYNC or O_DIRECT");
  const int exclusive = (flags & (O_CREAT | O_EXCL)) == (O_CREAT | O_EXCL);
  int how = exclusive || (flags & O_NOFOLLOW) ? 0 : FOLLOW;
  if (!depends_on_absence(flags)) how |= MAKE;
  place p;
  long error = __posix_walk(fd, path, how, &p);
  if (error) return error;
  if (!p.of) {
    if (!(flags & O_CREAT)) return -ENOENT;
    if ((flags & O_DIRECTORY)) return -EINVAL;
    if (how & MAKE ? 0 : ends_in_slash(path)) return -EISDIR;
    error = make(&p, REGULAR, mode & ~creation_mask, &p.of);
  } else {
    error = check_existing(p.of, flags);
    if (!error && p.of->kind == FIFO) __braid_unsupported("a named pipe that is opened");
  }
  return error ? error : __posix_open(p.of, flags);
}

/* Looking ---------------------------------------------------------------- */

static long stat_at(long fd, const char *path, struct kstat *to, long flags) {
  if (flags & ~(AT_EMPTY_PATH | AT_SYMLINK_NOFOLLOW | AT_NO_AUTOMOUNT))
    return -EINVAL;
  file *f;
  if ((flags & AT_EMPTY_PATH) && !path[0]) {
    f = fd == AT_FDCWD ? __posix_here() : __posix_file(fd);
    if (!f) return -EBADF;
  } else {
    place p;
    const long error =
      __posix_walk(fd, path, flags & AT_SYMLINK_NOFOLLOW ? 0 : FOLLOW, &p);
    if (error) return error;
    f = p.of;
    if (!f) return -ENOENT;
  }
  if (f->is_host) __posix_assume(ASSUME_ROOT);
  __posix_stat(f, to);
  return 0;
}

static long stat_descriptor(long fd, struct kstat *to) {
  const file *f = __posix_file(fd);
  if (!f) return -EBADF;
  __posix_stat(f, to);
  return 0;
}

static long access_path(long fd, const char *path, long wanted, long flags) {
  place p;
  if (wanted & ~7l) return -EINVAL;
  const long error =
    __posix_walk(fd, path, flags & AT_SYMLINK_NOFOLLOW ? 0 : FOLLOW, &p);
  if (error) return error;
  if (!p.of) return -ENOENT;
  return !wanted || __posix_may(p.of, (unsigned) wanted) ? 0 : -EACCES;
}

static long read_link(long fd, const char *path, char *to, long size) {
  place p;
  if (size <= 0) return -EINVAL;
  const long error = __posix_walk(fd, path, 0, &p);
  if (error) return error;
  if (!p.of) return -ENOENT;
  if (p.of->is_host) __posix_assume(ASSUME_ROOT);
  if (p.of->kind != LINK) return -EINVAL;
  const size_t n = p.of->size < (size_t) size ? p.of->size : (size_t) size;
  memcpy(to, p.of->data, n);
  return (long) n;
}

static long tell_disc(const file *f, struct statfs *to) {
  if (!f) return -ENOENT;
  __posix_assume(ASSUME_DISC);
  memset(to, 0, sizeof *to);
  to->f_type = 0x01021994;      /* in memory */
  to->f_bsize = to->f_frsize = 4096;
  to->f_blocks = 1 << 18;
  to->f_bfree = to->f_bavail = 1 << 17;
  to->f_namelen = 255;
  return 0;
}

static long tell_disc_at(const char *path, struct statfs *to) {
  place p;
  const long error = __posix_walk(AT_FDCWD, path, FOLLOW, &p);
  return error ? error : tell_disc(p.of, to);
}

static long working_directory(char *buffer, size_t size) {
  const file *f = __posix_here();
  const char *path = __posix_path_of(f);
  if (!path) return -ENOENT;
  __posix_assume(ASSUME_DIRECTORY);
  const size_t length = strlen(path) + 2;
  if (size < length) return -ERANGE;
  buffer[0] = '/';
  memcpy(buffer + 1, path, length - 1);
  return (long) length;
}

/* Changing --------------------------------------------------------------- */

static long make_directory(long fd, const char *path, mode_t mode) {
  place p;
  file *made;
  const long error = __posix_walk(fd, path, 0, &p);
  if (error) return error;
  if (p.of) return -EEXIST;
  return make(&p, DIRECTORY, mode & ~creation_mask & 01777, &made);
}

static long make_node(long fd, const char *path, mode_t mode) {
  place p;
  file *made;
  file_kind kind = REGULAR;
  switch (mode & S_IFMT) {
  case 0: case S_IFREG: break;
  case S_IFIFO: kind = FIFO; break;
  case S_IFSOCK: __braid_unsupported("a socket made by mknod");
  case S_IFCHR: case S_IFBLK: kind = NULL_DEVICE; break;
  case S_IFDIR: return -EPERM;
  default: return -EINVAL;
  }
  const long error = __posix_walk(fd, path, 0, &p);
  if (error) return error;
  if (p.of) return -EEXIST;
  if (ends_in_slash(path)) return -ENOENT;
  if (kind == NULL_DEVICE) {
    if (__posix_assume(ASSUME_USER) && !__posix_user())
      __braid_unsupported("a device made by root");
    return -EPERM;
  }
  return make(&p, kind, mode & ~creation_mask & 07777, &made);
}

/* Only what is no program can be asked for. */
static long run_path(const char *path) {
  place p;
  const long error = __posix_walk(AT_FDCWD, path, FOLLOW | MAKE, &p);
  if (error) return error;
  if (!p.of) {
    if (!braid_world.has_root) __posix_assume(ASSUME_FILES);
    return -ENOENT;
  }
  if (p.of->kind != REGULAR || !(p.of->mode & 0111) || !__posix_may(p.of, 1)) return -EACCES;
  __braid_unsupported("another program in its place (exec)");
}

static int is_empty(const name *directory) {
  const size_t n = strlen(directory->path);
  for (unsigned i = 0; i < NAMES; i++) {
    const name *other = __posix_name_number(i);
    if (other && other->of && !strncmp(other->path, directory->path, n) &&
        other->path[n] == '/')
      return 0;
  }
  return !directory->of->is_host || !directory->of->size;
}

static int last_word_is(const char *path, const char *word) {
  const size_t n = strlen(path), m = strlen(word);
  return n >= m && !strcmp(path + n - m, word) &&
         (n == m || path[n - m - 1] == '/');
}

static long remove_path(long fd, const char *path, int is_directory) {
  place p;
  long error = __posix_walk(fd, path, 0, &p);
  if (error) return error;
  if (!p.of) return -ENOENT;
  if (is_directory && p.of->kind != DIRECTORY) return -ENOTDIR;
  if (!is_directory && p.of->kind == DIRECTORY) return -EISDIR;
  if (is_directory && last_word_is(path, ".")) return -EINVAL;
  if (is_directory && last_word_is(path, "..")) return -ENOTEMPTY;
  if (p.of->is_host) __posix_assume(ASSUME_ROOT);
  if (p.of->is_fixed || !p.name) return -EBUSY;
  if (is_directory && !is_empty(p.name)) return -ENOTEMPTY;
  if ((error = may_change_directory(&p))) return error;
  __posix_remove_name(p.name);
  return 0;
}

static int is_below(const char *path, const char *directory) {
  const size_t n = strlen(directory);
  return !strncmp(path, directory, n) && path[n] == '/';
}

static long rename_path(long from_fd, const char *from, long to_fd,
                        const char *to, long flags) {
  place a, b;
  if (flags & ~1l) __braid_unsupported("renameat2 with flags");
  long error = __posix_walk(from_fd, from, 0, &a);
  if (!error) error = __posix_walk(to_fd, to, flags ? 0 : MAKE, &b);
  if (error) return error;
  if (!a.of) return -ENOENT;
  if (last_word_is(from, ".") || last_word_is(from, "..") ||
      last_word_is(to, ".") || last_word_is(to, ".."))
    return -EBUSY;
  if (b.of && flags) return -EEXIST;
  if (a.of->is_host || (b.of && b.of->is_host)) __posix_assume(ASSUME_ROOT);
  if (a.of->is_fixed || (b.of && b.of->is_fixed)) return -EBUSY;
  if (a.of->kind == DIRECTORY && is_below(b.path, a.path)) return -EINVAL;
  if (b.of && is_below(a.path, b.path))
    return b.of->kind == DIRECTORY ? -ENOTEMPTY : -ENOTDIR;
  if (b.of && b.of->kind != DIRECTORY && a.of->kind == DIRECTORY)
    return -ENOTDIR;
  if (b.of && b.of->kind == DIRECTORY && a.of->kind != DIRECTORY)
    return -EISDIR;
  if (!b.of && a.of->kind != DIRECTORY && ends_in_slash(to)) return -ENOTDIR;
  if (a.of == b.of) return 0;
  if ((error = may_change_directory(&a)) || (error = may_change_directory(&b)))
    return error;
  if (b.of && b.of->kind == DIRECTORY && !is_empty(b.name)) return -ENOTEMPTY;
  if (b.of) __posix_remove_name(b.name);
  return __posix_rename(a.name, b.path);
}

static long link_path(long from_fd, const char *from, long to_fd,
                      const char *to, long flags) {
  place a, b;
  if (flags & ~AT_SYMLINK_FOLLOW) __braid_unsupported("linkat with flags");
  long error = __posix_walk(from_fd, from,
                            flags & AT_SYMLINK_FOLLOW ? FOLLOW : 0, &a);
  if (error) return error;
  if (!a.of) return -ENOENT;
  if ((error = __posix_walk(to_fd, to, 0, &b))) return error;
  if (b.of) return -EEXIST;
  if (ends_in_slash(to)) return -ENOENT;
  if (a.of->kind == DIRECTORY) return -EPERM;
  if (a.of->is_fixed) return -EXDEV;
  if ((error = may_change_directory(&b))) return error;
  a.of->changed = __posix_time();
  return __posix_add_name(b.path, a.of);
}

static long symbolic_link(const char *target, long fd, const char *path) {
  place p;
  file *made;
  if (!target[0]) return -ENOENT;
  const size_t n = strlen(target);
  if (n >= 4096) return -ENAMETOOLONG;
  long error = __posix_walk(fd, path, 0, &p);
  if (error) return error;
  if (p.of) return -EEXIST;
  if (ends_in_slash(path)) return -ENOENT;
  if ((error = make(&p, LINK, 0777, &made))) return error;
  __posix_resize(made, n + 1);
  memcpy(made->data, target, n + 1);
  made->size = n;
  return 0;
}

static long change_mode(file *f, mode_t mode) {
  if (!f) return -ENOENT;
  if (f->is_host || f->is_fixed) __posix_assume(ASSUME_ROOT);
  if (f->kind == LINK) return -EOPNOTSUPP;
  f->mode = mode & 07777;
  f->changed = __posix_time();
  return 0;
}

/* Everything belongs to the user, who may only give it to himself. */
static long change_owner(file *f, long owner, long group) {
  if (!f) return -ENOENT;
  const long user = (long) __posix_user();
  if (((int) owner != -1 && owner != user) || ((int) group != -1 && group != user)) {
    if (__posix_assume(ASSUME_USER))
      __braid_unsupported("a change of owner by a user that may be root");
    return -EPERM;
  }
  f->changed = __posix_time();
  return 0;
}

static int is_good_time(const long *t) {
  return (t[1] >= 0 && t[1] < 1000000000) || t[1] == UTIME_NOW ||
         t[1] == UTIME_OMIT;
}

static void set_time(moment *to, const long *t) {
  if (!t || t[1] == UTIME_NOW) *to = __posix_time();
  else if (t[1] != UTIME_OMIT) *to = (moment) {t[0], t[1]};
}

static long change_times(file *f, const long *times) {
  if (!f) return -ENOENT;
  if (times && (!is_good_time(times) || !is_good_time(times + 2)))
    return -EINVAL;
  if (f->is_host || f->is_fixed) __posix_assume(ASSUME_ROOT);
  set_time(&f->accessed, times);
  set_time(&f->modified, times ? times + 2 : NULL);
  f->changed = __posix_time();
  return 0;
}

static long truncate_file(file *f, off_t size) {
  if (!f) return -ENOENT;
  if (size < 0) return -EINVAL;
  if (f->kind == DIRECTORY) return -EISDIR;
  if (f->kind != REGULAR) return -EINVAL;
  if (!__posix_may(f, 2)) return -EACCES;
  return __posix_resize(f, (size_t) size);
}

static long truncate_descriptor(long fd, off_t size) {
  const open_file *o = __posix_descriptor(fd);
  if (size < 0) return -EINVAL;
  if (!o) return -EBADF;
  if (o->of->kind != REGULAR || (o->flags & 3) == O_RDONLY)
    return -EINVAL;
  return __posix_resize(o->of, (size_t) size);
}

/* Room for so many bytes from there on. */
static long reserve(long fd, long how, off_t offset, off_t size) {
  const open_file *o = __posix_descriptor(fd);
  if (!o) return -EBADF;
  if (offset < 0 || size <= 0) return -EINVAL;
  if (how) {
    __posix_assume(ASSUME_KERNEL);
    return -EOPNOTSUPP;
  }
  if ((o->flags & 3) == O_RDONLY) return -EBADF;
  if (o->of->kind == PIPE || o->of->kind == OUTPUT) return -ESPIPE;
  if (o->of->kind != REGULAR) return -ENODEV;
  if (__builtin_add_overflow(offset, size, &size)) return -EFBIG;
  return (size_t) size > o->of->size ? __posix_resize(o->of, (size_t) size) : 0;
}

/* Lists ------------------------------------------------------------------ */

/* Whether the name lies directly in the directory: what it is there, or NULL. */
static const char *name_in(const char *directory, const name *n) {
  const size_t length = strlen(directory);
  if (!n || !n->of || n->of->is_host) return NULL;
  if (strncmp(n->path, directory, length)) return NULL;
  const char *rest = n->path + length;
  if (length && *rest++ != '/') return NULL;
  return *rest && !strchr(rest, '/') ? rest : NULL;
}

/* Places in a directory: ".", "..", a name of the table each, then the bytes of
 * the host's names. */
enum { FIRST_NAME = 2, FIRST_HOST = FIRST_NAME + NAMES };

static int is_shadowed(const char *directory, const char *word) {
  const size_t n = strlen(directory);
  for (unsigned i = 0; i < NAMES; i++) {
    const name *own = __posix_name_number(i);
    if (!own || (own->of && own->of->is_host)) continue;
    if (strncmp(own->path, directory, n)) continue;
    const char *rest = own->path + n;
    if (n && *rest++ != '/') continue;
    if (!strcmp(rest, word)) return 1;          /* also one that was removed */
  }
  return 0;
}

/* The next entry's name from *at on. */
static const char *next_name(const file *d, const char *path, off_t *at) {
  if (*at < FIRST_NAME) return *at ? ".." : ".";
  for (; *at < FIRST_HOST; ++*at) {
    const char *word =
      name_in(path, __posix_name_number((unsigned) *at - FIRST_NAME));
    if (word) return word;
  }
  for (size_t k = (size_t) *at - FIRST_HOST; d->data && k < d->size;) {
    const char *word = (const char *) d->data + k;
    if (!is_shadowed(path, word)) return word;
    k += strlen(word) + 1;
    *at = (off_t) k + FIRST_HOST;
  }
  return NULL;
}

static unsigned char type_at(off_t at) {
  if (at < FIRST_NAME) return DT_DIR;
  if (at >= FIRST_HOST) return DT_UNKNOWN;
  switch (__posix_name_number((unsigned) at - FIRST_NAME)->of->kind) {
  case DIRECTORY: return DT_DIR;
  case LINK: return DT_LNK;
  case REGULAR: return DT_REG;
  case FIFO: return DT_FIFO;
  default: return DT_CHR;
  }
}

long __posix_list(long fd, void *buffer, size_t size) {
  open_file *o = __posix_descriptor(fd);
  if (!o) return -EBADF;
  if (o->of->kind != DIRECTORY) return -ENOTDIR;
  const char *path = __posix_path_of(o->of);
  if (!path) return -ENOENT;
  __posix_assume(ASSUME_ORDER);
  if (!o->of->is_own && !braid_world.has_root) __posix_assume(ASSUME_FILES);
  __posix_load_names(o->of);
  size_t used = 0;
  for (const char *word; (word = next_name(o->of, path, &o->offset));) {
    const size_t length = strlen(word);
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
    memcpy(d->d_name, word, length + 1);
    used += need;
  }
  return (long) used;
}

/* The calls -------------------------------------------------------------- */

static long set_mask(mode_t mask) {
  static int is_set;
  if (!is_set) __posix_assume(ASSUME_MASK);
  is_set = 1;
  const mode_t old = creation_mask;
  creation_mask = mask & 0777;
  return (long) old;
}

/* The file at a path, for a call that needs one. */
static long with(long fd, const char *path, int how, file **f) {
  place p;
  const long error = __posix_walk(fd, path, how, &p);
  *f = p.of;
  return error ? error : p.of ? 0 : -ENOENT;
}

/* A 64-bit argument is two words on a 32-bit target. */
#if __SIZEOF_LONG__ == 4
#define WIDE(LOW, HIGH) \
  ((off_t) ((unsigned long long) (unsigned long) (HIGH) << 32 | \
            (unsigned long) (LOW)))
#else
#define WIDE(LOW, HIGH) ((off_t) (LOW))
#endif
#define TEXT(X) ((const char *) (X))

#ifdef SYS_mkdir                                /* paths without a directory */
static long old_path_call(long n, long a, long b, long c) {
  enum { HERE = AT_FDCWD };
  file *f = NULL;
  long error;
  switch (n) {
  case SYS_open: return open_path(HERE, TEXT(a), (int) b, (mode_t) c);
  case SYS_stat: return stat_at(HERE, TEXT(a), (void *) b, 0);
  case SYS_lstat:
    return stat_at(HERE, TEXT(a), (void *) b, AT_SYMLINK_NOFOLLOW);
  case SYS_access: return access_path(HERE, TEXT(a), b, 0);
  case SYS_mkdir: return make_directory(HERE, TEXT(a), (mode_t) b);
  case SYS_mknod: return make_node(HERE, TEXT(a), (mode_t) b);
  case SYS_rmdir: return remove_path(HERE, TEXT(a), 1);
  case SYS_unlink: return remove_path(HERE, TEXT(a), 0);
  case SYS_rename: return rename_path(HERE, TEXT(a), HERE, TEXT(b), 0);
  case SYS_link: return link_path(HERE, TEXT(a), HERE, TEXT(b), 0);
  case SYS_symlink: return symbolic_link(TEXT(a), HERE, TEXT(b));
  case SYS_readlink: return read_link(HERE, TEXT(a), (void *) b, c);
  case SYS_chmod:
    error = with(HERE, TEXT(a), FOLLOW, &f);
    return error ? error : change_mode(f, (mode_t) b);
  case SYS_chown: case SYS_lchown:
    error = with(HERE, TEXT(a), n == SYS_chown ? FOLLOW : 0, &f);
    return error ? error : change_owner(f, b, c);
  }
  __braid_unsupported("a call on a path without model");
}
#endif

long __posix_path_call(long n, long a, long b, long c, long d, long e) {
  file *f = NULL;
  long error = 0;
  switch (n) {
  case SYS_openat: return open_path(a, TEXT(b), (int) c, (mode_t) d);
#if __SIZEOF_LONG__ == 8
  case SYS_statfs: return tell_disc_at(TEXT(a), (void *) b);
  case SYS_fstatfs: return __posix_file(a) ? tell_disc(__posix_file(a), (void *) b) : -EBADF;
#else                                           /* a size, then the buffer */
  case SYS_statfs64: return tell_disc_at(TEXT(a), (void *) c);
  case SYS_fstatfs64: return __posix_file(a) ? tell_disc(__posix_file(a), (void *) c) : -EBADF;
#endif
  case SYS_fstat: return stat_descriptor(a, (void *) b);
  case SYS_fstatat: return stat_at(a, TEXT(b), (void *) c, d);
  case SYS_faccessat: return access_path(a, TEXT(b), c, 0);
#ifdef SYS_faccessat2
  case SYS_faccessat2: return access_path(a, TEXT(b), c, d);
#endif
  case SYS_mkdirat: return make_directory(a, TEXT(b), (mode_t) c);
  case SYS_mknodat: return make_node(a, TEXT(b), (mode_t) c);
  case SYS_execve: return run_path(TEXT(a));
  case SYS_chroot:
    error = with(AT_FDCWD, TEXT(a), FOLLOW, &f);
    if (error) return error;
    if (f->kind != DIRECTORY) return -ENOTDIR;
    if (!__posix_may(f, 1)) return -EACCES;
    if (__posix_assume(ASSUME_USER) && !__posix_user())
      __braid_unsupported("another root directory");
    return -EPERM;
  case SYS_unlinkat: return remove_path(a, TEXT(b), (c & AT_REMOVEDIR) != 0);
#ifdef SYS_renameat2
  case SYS_renameat2: return rename_path(a, TEXT(b), c, TEXT(d), e);
#endif
  case SYS_renameat: return rename_path(a, TEXT(b), c, TEXT(d), 0);
  case SYS_linkat: return link_path(a, TEXT(b), c, TEXT(d), e);
  case SYS_symlinkat: return symbolic_link(TEXT(a), b, TEXT(c));
  case SYS_readlinkat: return read_link(a, TEXT(b), (void *) c, d);
  case SYS_fchmod:
    f = __posix_file(a);
    return f ? change_mode(f, (mode_t) b) : -EBADF;
  case SYS_fchmodat:
    error = with(a, TEXT(b), FOLLOW, &f);
    return error ? error : change_mode(f, (mode_t) c);
  case SYS_fchown:
    f = __posix_file(a);
    return f ? change_owner(f, b, c) : -EBADF;
  case SYS_fchownat:
    error = with(a, TEXT(b), e & AT_SYMLINK_NOFOLLOW ? 0 : FOLLOW, &f);
    return error ? error : change_owner(f, c, d);
  case SYS_utimensat:
    if (!b) {
      f = __posix_file(a);
      if (!f) return -EBADF;
    } else {
      error = with(a, TEXT(b), d & AT_SYMLINK_NOFOLLOW ? 0 : FOLLOW, &f);
    }
    return error ? error : change_times(f, (void *) c);
#ifdef SYS_utimensat_time64
  case SYS_utimensat_time64: {
    const long long *wide = (void *) c;
    long times[4];
    for (int k = 0; c && k < 4; k++) times[k] = (long) wide[k];
    return __posix_path_call(SYS_utimensat, a, b, c ? (long) times : 0, d, e);
  }
#endif
  case SYS_truncate:
    if (WIDE(b, c) < 0) return -EINVAL;
    error = with(AT_FDCWD, TEXT(a), FOLLOW, &f);
    return error ? error : truncate_file(f, WIDE(b, c));
  case SYS_ftruncate: return truncate_descriptor(a, WIDE(b, c));
#if __SIZEOF_LONG__ == 8
  case SYS_fallocate: return reserve(a, b, c, d);
#endif
  case SYS_getdents64: return __posix_list(a, (void *) b, (size_t) c);
  case SYS_getcwd: return working_directory((void *) a, (size_t) b);
  case SYS_chdir:
    error = with(AT_FDCWD, TEXT(a), FOLLOW, &f);
    return error ? error : __posix_change_directory(f);
  case SYS_fchdir:
    f = __posix_file(a);
    return f ? __posix_change_directory(f) : -EBADF;
  case SYS_umask: return set_mask((mode_t) a);
  }
#ifdef SYS_mkdir
  return old_path_call(n, a, b, c);
#else
  __braid_unsupported("a call on a path without model");
#endif
}
