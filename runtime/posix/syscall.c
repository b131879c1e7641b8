/*
 * System calls by number.  What is not listed here ends the path as
 * unsupported, by its number: a wrong answer would be worse than none.
 */
#include "posix.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/uio.h>
#include <termios.h>
#include "futex.h"
#include "syscall.h"

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

static long read_one(long fd, void *to, size_t n) {
  if (fails()) return -EIO;
  return __posix_read(fd, &(struct iovec) {to, n}, 1);
}

static long write_one(long fd, const void *from, size_t n) {
  if (fails()) return -EIO;
  return __posix_write(fd, &(struct iovec) {(void *) from, n}, 1);
}

static long synchronise(long fd) {
  const file *f = __posix_file(fd);
  if (!f) return -EBADF;
  if (fails()) return -EIO;
  return f->kind == REGULAR || f->kind == DIRECTORY ? 0 : -EINVAL;
}

/* No descriptor is a terminal: stdio asks, too, which is no question of the
 * program's. */
static long device_call(long fd, long request, int *to) {
  const file *f = __posix_file(fd);
  if (!f) return -EBADF;
  switch (request) {
  case TIOCGWINSZ: case TIOCSWINSZ: case TCGETS: case TCSETS: case TCSETSW:
  case TCSETSF: case TIOCGPGRP: case TIOCSPGRP: return -ENOTTY;
  case FIONREAD: return __posix_count_unread(fd, to);
  case FIONBIO: case FIOASYNC: case FIOCLEX: case FIONCLEX:
    __braid_unsupported("a request of ioctl without model");
  }
  if (f->kind == SOCKET) __braid_unsupported("a request of ioctl without model");
  __posix_assume(ASSUME_KERNEL);
  return -ENOTTY;
}

static long wait_words(struct pollfd *fds, size_t n, const long *time) {
  if (!time) return __posix_poll(fds, n, NULL);
  if (time[0] < 0 || time[1] < 0) return -EINVAL;
  const moment limit = __posix_after(__posix_time(), time[0], time[1]);
  return __posix_poll(fds, n, &limit);
}

#ifdef SYS_poll
static long wait_milliseconds(struct pollfd *fds, size_t n, long time) {
  if (time < 0) return __posix_poll(fds, n, NULL);
  const moment limit = __posix_after(__posix_time(), time / 1000,
                                     time % 1000 * 1000000);
  return __posix_poll(fds, n, &limit);
}
#endif

static long select_words(int n, fd_set *in, fd_set *out, fd_set *except,
                         const long *time, long nanoseconds) {
  if (!time) return __posix_select(n, in, out, except, NULL);
  if (time[0] < 0 || time[1] < 0) return -EINVAL;
  const moment limit = __posix_after(__posix_time(), time[0], time[1] * nanoseconds);
  return __posix_select(n, in, out, except, &limit);
}

static long wait_epoll(long fd, struct epoll_event *events, int most, long time) {
  if (time < 0) return __posix_epoll_wait(fd, events, most, NULL);
  const moment limit = __posix_after(__posix_time(), time / 1000,
                                     time % 1000 * 1000000);
  return __posix_epoll_wait(fd, events, most, &limit);
}

#ifdef SYS_socket
static int fails_at_peer(long n) {
  return (n == SYS_recvfrom || n == SYS_sendto) && fails();
}
#endif

static long flock_file(long fd) {
  if (!__posix_descriptor(fd)) return -EBADF;
  __posix_assume(ASSUME_LOCKS);
  return 0;
}

/* The only thread would wait for itself. */
static long futex(const int *at, long operation, long value) {
  switch (operation & ~FUTEX_PRIVATE) {
  case FUTEX_WAKE: case FUTEX_REQUEUE: case FUTEX_UNLOCK_PI: return 0;
  case FUTEX_WAIT:
    if (*at != (int) value) return -EAGAIN;
    return __posix_wait(NULL, "waiting for another thread") ? -EINTR : 0;
  }
  __braid_unsupported("an operation of futex without model");
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
  case SYS_pread64:
    return __posix_read_from(a, (void *) b, (size_t) c, WIDE(d, e));
  case SYS_pwrite64:
    return __posix_write_to(a, (void *) b, (size_t) c, WIDE(d, e));
#ifdef SYS__llseek
  case SYS__llseek: {
    const long at = __posix_seek(a, WIDE(c, b), (int) e);
    if (at < 0) return at;
    *(long long *) d = at;
    return 0;
  }
#endif
  case SYS_lseek: return __posix_seek(a, b, (int) c);
  case SYS_fsync: case SYS_fdatasync: return synchronise(a);
  case SYS_syncfs: return !__posix_file(a) ? -EBADF : fails() ? -EIO : 0;
  case SYS_sync: return 0;
  case SYS_fadvise:
    return !__posix_file(a) ? -EBADF
           : __posix_file(a)->kind == PIPE || __posix_output(a) ? -ESPIPE : 0;
  case SYS_ioctl: return device_call(a, b, (void *) c);
#ifdef SYS_poll
  case SYS_poll: return wait_milliseconds((void *) a, (size_t) b, c);
#endif
#ifdef SYS_select
  case SYS_select: return select_words((int) a, (void *) b, (void *) c, (void *) d,
                                       (void *) e, 1000);
#endif
#ifdef SYS_pselect6_time64
  case SYS_pselect6_time64: __braid_unsupported("pselect");
#else
  case SYS_pselect6:
    if (f && *(const long *) f) __braid_unsupported("pselect with a mask of signals");
    return select_words((int) a, (void *) b, (void *) c, (void *) d, (void *) e, 1);
#endif
  case SYS_epoll_create1: return __posix_epoll((int) a);
  case SYS_epoll_ctl: return __posix_epoll_control(a, (int) b, (int) c, (void *) d);
  case SYS_epoll_pwait:
    if (e) __braid_unsupported("epoll_pwait with a mask of signals");
    return wait_epoll(a, (void *) b, (int) c, d);
#ifdef SYS_ppoll_time64
  case SYS_ppoll_time64:
    if (c) __braid_unsupported("ppoll");
    return wait_words((void *) a, (size_t) b, NULL);
#endif
  case SYS_ppoll:
    if (d) __braid_unsupported("ppoll with a mask of signals");
    return wait_words((void *) a, (size_t) b, (void *) c);

  /* what a kernel may be built without, and programs do without then */
#ifdef SYS_copy_file_range
  case SYS_copy_file_range:
#endif
#ifdef SYS_ipc
  case SYS_ipc:
#endif
#ifdef SYS_semop
  case SYS_semop: case SYS_shmat: case SYS_msgrcv:
#endif
  case SYS_msgget: case SYS_msgsnd: case SYS_msgctl: case SYS_semget:
  case SYS_semctl: case SYS_shmget: case SYS_shmctl: case SYS_shmdt:
  case SYS_splice: case SYS_tee: case SYS_vmsplice: case SYS_inotify_init1:
#ifdef SYS_inotify_init
  case SYS_inotify_init:
#endif
    __posix_assume(ASSUME_KERNEL);
    return -ENOSYS;

  /* descriptors */
  case SYS_openat:
    return fails() ? -EACCES : __posix_path_call(n, a, b, c, d, e);
  case SYS_close: return fails() ? -EIO : __posix_close(a);
  case SYS_dup: return __posix_dup(a, 0, 0);
#ifdef SYS_dup2
  case SYS_dup2: return __posix_dup_to(a, b, 0);
#endif
  case SYS_dup3: return a == b ? -EINVAL : __posix_dup_to(a, b, (int) c);
#ifdef SYS_pipe
  case SYS_pipe: return __posix_pipe((void *) a, 0);
#endif
  case SYS_pipe2: return __posix_pipe((void *) a, (int) b);
  case SYS_fcntl: return __posix_fcntl(a, (int) b, c);
  case SYS_flock: return flock_file(a);

  /* paths */
#ifdef SYS_mkdir
  case SYS_open: return fails() ? -EACCES : __posix_path_call(n, a, b, c, d, e);
  case SYS_stat: case SYS_lstat: case SYS_access: case SYS_mkdir:
  case SYS_rmdir: case SYS_unlink: case SYS_rename: case SYS_link:
  case SYS_symlink: case SYS_readlink: case SYS_chmod: case SYS_chown:
  case SYS_lchown: case SYS_mknod:
#endif
#if __SIZEOF_LONG__ == 8
  case SYS_statfs: case SYS_fstatfs:
#else
  case SYS_statfs64: case SYS_fstatfs64:
#endif
#ifdef SYS_faccessat2
  case SYS_faccessat2:
#endif
#ifdef SYS_renameat2
  case SYS_renameat2:
#endif
#ifdef SYS_utimensat_time64
  case SYS_utimensat_time64:
#endif
  case SYS_fstat: case SYS_fstatat: case SYS_faccessat: case SYS_mkdirat:
  case SYS_unlinkat: case SYS_renameat: case SYS_linkat: case SYS_symlinkat:
  case SYS_readlinkat: case SYS_fchmod: case SYS_fchmodat: case SYS_fchown:
  case SYS_fchownat: case SYS_utimensat: case SYS_truncate: case SYS_ftruncate:
  case SYS_getdents64: case SYS_getcwd: case SYS_chdir: case SYS_fchdir:
#if __SIZEOF_LONG__ == 8
  case SYS_fallocate:
#endif
  case SYS_umask: case SYS_mknodat: case SYS_execve: case SYS_chroot:
    return __posix_path_call(n, a, b, c, d, e);
#ifdef SYS_statx
  case SYS_statx: return -ENOSYS;               /* libc falls back */
#endif
#ifdef SYS_fchmodat2
  case SYS_fchmodat2: return -ENOSYS;           /* the same */
#endif

  /* memory */
#ifdef SYS_mmap2
  case SYS_mmap2:
    return __posix_map((size_t) b, (int) c, (int) d, e, (off_t) f * 4096);
#else
  case SYS_mmap: return __posix_map((size_t) b, (int) c, (int) d, e, f);
#endif
  case SYS_munmap: return __posix_unmap((void *) a, (size_t) b);
  case SYS_mremap:
    return __posix_remap((void *) a, (size_t) b, (size_t) c, (int) d);
  case SYS_mprotect: return __posix_protect((void *) a, (size_t) b, (int) c);
  case SYS_madvise: return __posix_advise((void *) a, (size_t) b, (int) c);

  /* time */
#ifdef SYS_clock_gettime64
  case SYS_clock_gettime64: case SYS_clock_gettime32:
  case SYS_clock_nanosleep_time64:
#else
  case SYS_clock_gettime: case SYS_clock_nanosleep:
#endif
#ifdef SYS_gettimeofday
  case SYS_gettimeofday:
#endif
  case SYS_clock_getres: case SYS_nanosleep: case SYS_times: case SYS_getrusage:
  case SYS_setitimer: case SYS_getitimer:
    return __posix_clock(n, a, b, c, d);

  /* the process */
  case SYS_exit: case SYS_exit_group: __braid_exit((int) a);
  case SYS_wait4: return -ECHILD;               /* there are no children */
  case SYS_getpid: case SYS_gettid: case SYS_set_tid_address: case SYS_getppid:
  case SYS_getuid: case SYS_geteuid: case SYS_getgid: case SYS_getegid:
  case SYS_getgroups: case SYS_getpgid: case SYS_getsid: case SYS_sysinfo:
  case SYS_sched_getaffinity: case SYS_uname: case SYS_prlimit64:
  case SYS_getrlimit: case SYS_setrlimit: case SYS_getrandom:
    return __posix_machine(n, a, b, c, d);
  case SYS_sched_yield: return 0;
  case SYS_futex: return futex((void *) a, b, c);
  case SYS_set_robust_list: return 0;
#ifdef SYS_fork
  case SYS_fork: case SYS_vfork:
#endif
  case SYS_clone: __braid_unsupported("a new thread or process (clone)");
#ifdef SYS_clock_settime64
  case SYS_clock_settime64: case SYS_clock_settime32:
#else
  case SYS_clock_settime:
#endif
  case SYS_setuid: case SYS_setgid: case SYS_setreuid: case SYS_setregid: case SYS_setresuid:
  case SYS_setresgid: case SYS_setgroups: case SYS_sethostname: case SYS_setsid:
  case SYS_setpgid: case SYS_getpriority: case SYS_setpriority:
    return __posix_rights_call(n, a, b, c);

  /* signals */
#ifdef SYS_pause
  case SYS_pause:
#endif
#ifdef SYS_rt_sigtimedwait_time64
  case SYS_rt_sigtimedwait_time64:
#endif
  case SYS_rt_sigaction: case SYS_rt_sigprocmask: case SYS_rt_sigpending:
  case SYS_rt_sigsuspend: case SYS_rt_sigtimedwait: case SYS_sigaltstack:
  case SYS_kill: case SYS_tkill: case SYS_tgkill:
    return __posix_signal(n, a, b, c, d);

  /* sockets */
#ifdef SYS_socket
#if defined SYS_accept && SYS_accept != SYS_accept4
  case SYS_accept:
#endif
  case SYS_socket: case SYS_bind: case SYS_listen: case SYS_accept4:
  case SYS_connect: case SYS_getsockname: case SYS_getpeername: case SYS_setsockopt:
  case SYS_getsockopt: case SYS_shutdown: case SYS_recvfrom: case SYS_sendto:
  case SYS_recvmsg: case SYS_sendmsg:
    return fails_at_peer(n) ? -ECONNRESET : __posix_socket_call(n, a, b, c, d, e, f);
  case SYS_socketpair: return __posix_pair((int) a, (int) b, (int) c, (void *) d);
#endif
  }
  unknown(n);
}

/* Threads would need another stack. */
int __clone(int (*f)(void *), void *stack, int flags, void *argument, ...) {
  (void) f; (void) stack; (void) flags; (void) argument;
  __braid_unsupported("a new thread or process (clone)");
}
