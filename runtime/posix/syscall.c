/*
 * System calls by number.  What is not listed here ends the path as
 * unsupported, by its number: a wrong answer would be worse than none.
 */
#include "posix.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>
#include "kstat.h"
#include "syscall.h"

static mode_t creation_mask = 022;

/* Whether this call is one of those that the run wants to see fail. */
static int fails(void) {
  if (!braid_world.failures) return 0;
  unsigned char choice;
  __braid_input(&choice, 1, "syscall_fails", 0);
  __braid_assume(choice < 2);
  if (!choice) return 0;
  braid_world.failures--;
  return 1;
}

/* Paths -------------------------------------------------------------------- */

static file *here;              /* the working directory; NULL: the root */

/* A path relative to an open directory, as one from the root.  Two can be used
 * at a time. */
static const char *path_at(long fd, const char *path) {
  static char joined[2][4096];
  static unsigned turn;
  const open_file *o = fd == AT_FDCWD ? NULL : __posix_descriptor(fd);
  const file *d = fd == AT_FDCWD ? here : o ? o->of : NULL;
  if (!d || d->kind != DIRECTORY || !d->name || !d->name[0]) return path;
  if (path[0] == '/' || !path[0]) return path;
  const size_t n = strlen(d->name), length = strlen(path);
  if (n + length + 2 > sizeof joined[0]) return path;
  char *to = joined[turn++ % 2];
  memcpy(to, d->name, n);
  to[n] = '/';
  memcpy(to + n + 1, path, length + 1);
  return to;
}

static long stat_path(const char *path, struct kstat *to) {
  const file *f = __posix_find(path);
  if (!f) return -ENOENT;
  __posix_stat(f, to);
  return 0;
}

static long stat_descriptor(long fd, struct kstat *to) {
  const open_file *o = __posix_descriptor(fd);
  if (!o) return -EBADF;
  __posix_stat(o->of, to);
  return 0;
}

static long stat_at(long fd, const char *path, struct kstat *to, long flags) {
  if ((flags & AT_EMPTY_PATH) && !path[0]) return stat_descriptor(fd, to);
  return stat_path(path_at(fd, path), to);
}

static long access_path(const char *path, long wanted) {
  const file *f = __posix_find(path);
  if (!f) return -ENOENT;
  const mode_t has = f->mode >> 6 & 7;
  return (has & (mode_t) wanted) == (mode_t) wanted ? 0 : -EACCES;
}

static long open_path(const char *path, int flags, mode_t mode) {
  if (fails()) return -EACCES;
  return __posix_open(path, flags, mode & ~creation_mask);
}

static long make_directory(const char *path, mode_t mode) {
  if (__posix_find(path)) return -EEXIST;
  return __posix_create(path, DIRECTORY, mode & ~creation_mask) ? 0 : -ENOSPC;
}

static long remove_path(const char *path, int is_directory) {
  file *f = __posix_find(path);
  if (!f) return -ENOENT;
  if (is_directory && f->kind != DIRECTORY) return -ENOTDIR;
  if (!is_directory && f->kind == DIRECTORY) return -EISDIR;
  if (f->is_fixed) return -EBUSY;
  __posix_remove(f);
  return 0;
}

static long rename_path(const char *from, const char *to) {
  file *f = __posix_find(from);
  if (!f) return -ENOENT;
  file *old = __posix_find(to);
  if (old == f) return 0;
  if (f->is_fixed || (old && old->is_fixed)) return -EBUSY;
  if (old) __posix_remove(old);
  return __posix_rename(f, to);
}

static long link_target(const char *path) {
  return __posix_find(path) ? -EINVAL : -ENOENT;  /* no symbolic links */
}

static long change_mode(file *f, mode_t mode) {
  if (!f) return -ENOENT;
  f->mode = mode & 07777;
  return 0;
}

static long truncate_file(file *f, off_t size) {
  if (!f) return -ENOENT;
  if (f->kind != REGULAR || size < 0) return -EINVAL;
  return __posix_resize(f, (size_t) size);
}

static file *file_of(long fd) {
  const open_file *o = __posix_descriptor(fd);
  return o ? o->of : NULL;
}

static long working_directory(char *buffer, size_t size) {
  const char *name = here && here->name ? here->name : "";
  const size_t length = strlen(name) + 2;
  if (size < length) return -ERANGE;
  buffer[0] = '/';
  memcpy(buffer + 1, name, length - 1);
  return (long) length;
}

static long change_directory(file *f) {
  if (!f) return -ENOENT;
  if (f->kind != DIRECTORY) return -ENOTDIR;
  f->users++;                   /* stays, even if its name goes */
  if (here) __posix_release(here);
  here = f;
  return 0;
}

/* Reading and writing ------------------------------------------------------ */

static long read_one(long fd, void *to, size_t n) {
  if (fails()) return -EIO;
  return __posix_read(fd, &(struct iovec) {to, n}, 1);
}

static long write_one(long fd, const void *from, size_t n) {
  if (fails()) return -EIO;
  return __posix_write(fd, &(struct iovec) {(void *) from, n}, 1);
}

static long read_at(long fd, void *to, size_t n, off_t offset) {
  file *f = file_of(fd);
  return f ? __posix_read_at(f, to, n, offset) : -EBADF;
}

static long write_at(long fd, const void *from, size_t n, off_t offset) {
  file *f = file_of(fd);
  return f ? __posix_write_at(f, from, n, offset) : -EBADF;
}

/* Everything is ready at once. */
static long poll_all(struct pollfd *fds, size_t n) {
  long ready = 0;
  for (size_t i = 0; i < n; i++) {
    fds[i].revents = 0;
    if (fds[i].fd < 0) continue;
    fds[i].revents = __posix_descriptor(fds[i].fd)
                       ? (short) (fds[i].events & (POLLIN | POLLOUT))
                       : POLLNVAL;
    ready += fds[i].revents != 0;
  }
  return ready;
}

/* The process -------------------------------------------------------------- */

enum { PROCESS = 1000, PARENT = 999, USER = 1000 };

static long clock_words(long *to) {     /* seconds, nanoseconds: kernel words */
  long long s;
  long n;
  __posix_now(&s, &n);
  to[0] = (long) s;
  to[1] = n;
  return 0;
}

#ifdef SYS_clock_gettime64
static long clock_wide(long long *to) {
  long n;
  __posix_now(to, &n);
  to[1] = n;
  return 0;
}
#endif

static long day_words(long *to) {
  if (!to) return 0;
  clock_words(to);
  to[1] /= 1000;
  return 0;
}

static long limits(struct rlimit *to) {
  if (to) to->rlim_cur = to->rlim_max = RLIM_INFINITY;
  return 0;
}

static long tell_memory(struct sysinfo *to) {
  memset(to, 0, sizeof *to);
  to->totalram = 1ul << 30;
  to->freeram = 1ul << 29;
  to->procs = 1;
  to->mem_unit = 1;
  return 0;
}

static long tell_disc(const file *f, struct statfs *to) {
  if (!f) return -ENOENT;
  memset(to, 0, sizeof *to);
  to->f_type = 0x01021994;      /* in memory */
  to->f_bsize = to->f_frsize = 4096;
  to->f_blocks = 1 << 18;
  to->f_bfree = to->f_bavail = 1 << 17;
  to->f_namelen = 255;
  return 0;
}

static long one_processor(unsigned long *to, size_t size) {
  if (size < sizeof *to) return -EINVAL;
  *to = 1;
  return sizeof *to;
}

static long name_system(struct utsname *to) {
  memset(to, 0, sizeof *to);
  strcpy(to->sysname, "Linux");
  strcpy(to->nodename, "braid");
  strcpy(to->release, "6.1.0");
  strcpy(to->version, "#1");
#if defined __aarch64__
  strcpy(to->machine, "aarch64");
#elif defined __x86_64__
  strcpy(to->machine, "x86_64");
#else
  strcpy(to->machine, "i686");
#endif
  return 0;
}

/* The same bytes on every path and every run: what a program does with random
 * numbers is explored for one choice of them. */
static long random_bytes(unsigned char *to, size_t n) {
  static uint32_t state = 1;
  __braid_note("getrandom() gives the same bytes on every path");
  for (size_t i = 0; i < n; i++) {
    state = state * 1103515245u + 12345u;
    to[i] = (unsigned char) (state >> 16);
  }
  return (long) n;
}

static _Noreturn void unknown(long n) {
  char text[] = "system call           ";
  char digits[10];
  int count = 0;
  do {
    digits[count++] = (char) ('0' + n % 10);
    n /= 10;
  } while (n > 0 && count < 10);
  char *p = text + sizeof "system call " - 1;
  while (count) *p++ = digits[--count];
  *p = 0;
  __braid_unsupported(text);
}

/* A 64-bit argument is two words on a 32-bit target. */
#if __SIZEOF_LONG__ == 4
#define WIDE(LOW, HIGH) \
  ((off_t) ((unsigned long long) (unsigned long) (HIGH) << 32 | \
            (unsigned long) (LOW)))
#else
#define WIDE(LOW, HIGH) ((off_t) (LOW))
#endif

long __braid_syscall(long n, long a, long b, long c, long d, long e, long f);
long __braid_syscall(long n, long a, long b, long c, long d, long e, long f) {
  switch (n) {
  /* reading and writing */
  case SYS_read: return read_one(a, (void *) b, (size_t) c);
  case SYS_write: return write_one(a, (void *) b, (size_t) c);
  case SYS_readv: return fails() ? -EIO : __posix_read(a, (void *) b, c);
  case SYS_writev: return fails() ? -EIO : __posix_write(a, (void *) b, c);
  case SYS_pread64: return read_at(a, (void *) b, (size_t) c, WIDE(d, e));
  case SYS_pwrite64: return write_at(a, (void *) b, (size_t) c, WIDE(d, e));
#ifdef SYS__llseek
  case SYS__llseek: {
    const long at = __posix_seek(a, WIDE(c, b), (int) e);
    if (at < 0) return at;
    *(long long *) d = at;
    return 0;
  }
#endif
  case SYS_lseek: return __posix_seek(a, b, (int) c);
  case SYS_fsync: case SYS_fdatasync:
    return !__posix_descriptor(a) ? -EBADF : fails() ? -EIO : 0;
  case SYS_sync: return 0;
  case SYS_fadvise: return 0;
  case SYS_ioctl: return __posix_descriptor(a) ? -ENOTTY : -EBADF;
#ifdef SYS_poll
  case SYS_poll: return poll_all((void *) a, (size_t) b);
#endif
  case SYS_ppoll: return poll_all((void *) a, (size_t) b);
#ifdef SYS_copy_file_range
  case SYS_copy_file_range: return -ENOSYS;     /* programs fall back */
#endif

  /* descriptors */
#ifdef SYS_open
  case SYS_open:
    return open_path(path_at(AT_FDCWD, (void *) a), (int) b, (mode_t) c);
#endif
  case SYS_openat:
    return open_path(path_at(a, (void *) b), (int) c, (mode_t) d);
  case SYS_close: return fails() ? -EIO : __posix_close(a);
  case SYS_dup: return __posix_dup(a, 0, 0);
#ifdef SYS_dup2
  case SYS_dup2: return __posix_dup_to(a, b, 0);
#endif
  case SYS_dup3: return a == b ? -EINVAL : __posix_dup_to(a, b, (int) c);
  case SYS_fcntl: return __posix_fcntl(a, (int) b, c);
  case SYS_flock: return __posix_descriptor(a) ? 0 : -EBADF;

  /* paths */
#ifdef SYS_stat
  case SYS_stat: case SYS_lstat:
    return stat_path(path_at(AT_FDCWD, (void *) a), (void *) b);
#endif
#if __SIZEOF_LONG__ == 8
  case SYS_statfs:
    return tell_disc(__posix_find(path_at(AT_FDCWD, (void *) a)), (void *) b);
  case SYS_fstatfs: return tell_disc(file_of(a), (void *) b);
#else                                           /* a size, then the buffer */
  case SYS_statfs64:
    return tell_disc(__posix_find(path_at(AT_FDCWD, (void *) a)), (void *) c);
  case SYS_fstatfs64: return tell_disc(file_of(a), (void *) c);
#endif
  case SYS_fstat: return stat_descriptor(a, (void *) b);
  case SYS_fstatat: return stat_at(a, (void *) b, (void *) c, d);
#ifdef SYS_statx
  case SYS_statx: return -ENOSYS;               /* libc falls back */
#endif
#ifdef SYS_access
  case SYS_access: return access_path(path_at(AT_FDCWD, (void *) a), b);
#endif
  case SYS_faccessat: return access_path(path_at(a, (void *) b), c);
#ifdef SYS_faccessat2
  case SYS_faccessat2: return access_path(path_at(a, (void *) b), c);
#endif
#ifdef SYS_mkdir
  case SYS_mkdir:
    return make_directory(path_at(AT_FDCWD, (void *) a), (mode_t) b);
  case SYS_rmdir: return remove_path(path_at(AT_FDCWD, (void *) a), 1);
  case SYS_unlink: return remove_path(path_at(AT_FDCWD, (void *) a), 0);
  case SYS_rename:
    return rename_path(path_at(AT_FDCWD, (void *) a),
                       path_at(AT_FDCWD, (void *) b));
  case SYS_link: case SYS_symlink: return -EPERM;
  case SYS_readlink: return link_target(path_at(AT_FDCWD, (void *) a));
  case SYS_chmod:
    return change_mode(__posix_find(path_at(AT_FDCWD, (void *) a)),
                       (mode_t) b);
#endif
  case SYS_mkdirat:
    return make_directory(path_at(a, (void *) b), (mode_t) c);
  case SYS_unlinkat:
    return remove_path(path_at(a, (void *) b), (c & AT_REMOVEDIR) != 0);
#ifdef SYS_renameat2
  case SYS_renameat2: if (e) return -EINVAL;    /* else as the next one */
#endif
  case SYS_renameat:
    return rename_path(path_at(a, (void *) b), path_at(c, (void *) d));
  case SYS_linkat: case SYS_symlinkat: return -EPERM;   /* as on some discs */
  case SYS_readlinkat: return link_target(path_at(a, (void *) b));
  case SYS_fchmod: return change_mode(file_of(a), (mode_t) b);
  case SYS_fchmodat:
    return change_mode(__posix_find(path_at(a, (void *) b)), (mode_t) c);
  case SYS_fchown: return __posix_descriptor(a) ? 0 : -EBADF;
  case SYS_fchownat:
    return __posix_find(path_at(a, (void *) b)) ? 0 : -ENOENT;
  case SYS_utimensat:
    return !b || __posix_find(path_at(a, (void *) b)) ? 0 : -ENOENT;
  case SYS_truncate:
    return truncate_file(__posix_find(path_at(AT_FDCWD, (void *) a)),
                         WIDE(b, c));
  case SYS_ftruncate: return truncate_file(file_of(a), WIDE(b, c));
  case SYS_getdents64: return __posix_list(a, (void *) b, (size_t) c);
  case SYS_getcwd: return working_directory((void *) a, (size_t) b);
  case SYS_chdir:
    return change_directory(__posix_find(path_at(AT_FDCWD, (void *) a)));
  case SYS_fchdir:
    return file_of(a) ? change_directory(file_of(a)) : -EBADF;
  case SYS_umask: {
    const mode_t old = creation_mask;
    creation_mask = (mode_t) a & 0777;
    return (long) old;
  }

  /* memory */
#ifdef SYS_mmap2
  case SYS_mmap2:
    return __posix_map((size_t) b, e, (off_t) f * 4096, (int) d);
#else
  case SYS_mmap: return __posix_map((size_t) b, e, f, (int) d);
#endif
  case SYS_munmap: return __posix_unmap((void *) a, (size_t) b);
  case SYS_mremap: return __posix_remap((void *) a, (size_t) b, (size_t) c);
  case SYS_mprotect: case SYS_madvise: return 0;
  case SYS_brk: return 0;                       /* no heap of that kind */

  /* time */
#ifdef SYS_clock_gettime64
  case SYS_clock_gettime64: return clock_wide((void *) b);
  case SYS_clock_gettime32: return clock_words((void *) b);
#else
  case SYS_clock_gettime: return clock_words((void *) b);
#endif
#ifdef SYS_gettimeofday
  case SYS_gettimeofday: return day_words((void *) a);
#endif
  case SYS_clock_getres:
    if (b) { ((long *) b)[0] = 0; ((long *) b)[1] = 1000; }
    return 0;
  case SYS_nanosleep:
    __posix_sleep(((long *) a)[0], ((long *) a)[1]);
    return 0;
#ifdef SYS_clock_nanosleep_time64
  case SYS_clock_nanosleep_time64:
    __posix_sleep(((long long *) c)[0], (long) ((long long *) c)[1]);
    return 0;
#else
  case SYS_clock_nanosleep:
    __posix_sleep(((long *) c)[0], ((long *) c)[1]);
    return 0;
#endif
  case SYS_times: if (a) memset((void *) a, 0, sizeof(struct tms)); return 0;
  case SYS_getrusage: memset((void *) b, 0, 16 * sizeof(long)); return 0;
  case SYS_setitimer: case SYS_getitimer: return 0;

  /* the process */
  case SYS_exit: case SYS_exit_group: __braid_exit((int) a);
  case SYS_execve: return __posix_find((void *) a) ? -EACCES : -ENOENT;
  case SYS_wait4: return -ECHILD;
#ifdef SYS_socket
  case SYS_socket: return -EAFNOSUPPORT;        /* there is no network */
#endif
  case SYS_getpid: case SYS_gettid: case SYS_set_tid_address: return PROCESS;
  case SYS_getppid: return PARENT;
  case SYS_getuid: case SYS_geteuid: case SYS_getgid: case SYS_getegid:
    return USER;
  case SYS_getgroups: return 0;
  case SYS_getpgid: case SYS_getsid: return PROCESS;
  case SYS_sysinfo: return tell_memory((void *) a);
  case SYS_sched_getaffinity: return one_processor((void *) c, (size_t) b);
  case SYS_uname: return name_system((void *) a);
  case SYS_prlimit64: return limits((void *) d);
  case SYS_getrlimit: return limits((void *) b);
  case SYS_setrlimit: return 0;
  case SYS_sched_yield: return 0;
  case SYS_futex: return 0;
  case SYS_set_robust_list: return 0;
  case SYS_getrandom: return random_bytes((void *) a, (size_t) b);

  /* signals */
  case SYS_rt_sigaction:
    return __posix_signal_action((int) a, (void *) b, (void *) c);
  case SYS_rt_sigprocmask: if (c) memset((void *) c, 0, (size_t) d); return 0;
  case SYS_sigaltstack: return 0;
  case SYS_kill: return a == PROCESS || !a ? __posix_raise((int) b) : -ESRCH;
  case SYS_tkill: return a == PROCESS ? __posix_raise((int) b) : -ESRCH;
  case SYS_tgkill: return b == PROCESS ? __posix_raise((int) c) : -ESRCH;
  }
  unknown(n);
}

/* Threads would need another stack. */
int __clone(int (*f)(void *), void *stack, int flags, void *argument, ...) {
  (void) f; (void) stack; (void) flags; (void) argument;
  __braid_unsupported("a new thread or process (clone)");
}
