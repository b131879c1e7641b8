/*
 * This replaces src/misc/syscall.c, which reads six arguments whether they are there or
 * not: that is an access out of bounds.  A call that is not listed is given six.
 */
#define _BSD_SOURCE
#include <stdarg.h>
#include <unistd.h>

#include "syscall.h"            /* makes a macro of the name */

#undef syscall

static int arguments_of(long n) {
  switch (n) {
  case SYS_getpid: case SYS_getppid: case SYS_gettid: case SYS_getuid: case SYS_geteuid:
  case SYS_getgid: case SYS_getegid: case SYS_sched_yield: case SYS_sync:
    return 0;
  case SYS_exit: case SYS_exit_group: case SYS_close: case SYS_dup: case SYS_fsync:
  case SYS_fdatasync: case SYS_umask: case SYS_chdir: case SYS_fchdir: case SYS_uname:
  case SYS_times: case SYS_brk: case SYS_sysinfo: case SYS_set_tid_address:
  case SYS_getsid: case SYS_getpgid:
    return 1;
  case SYS_getcwd: case SYS_gettimeofday: case SYS_clock_gettime: case SYS_clock_getres:
  case SYS_nanosleep: case SYS_kill: case SYS_getrusage: case SYS_munmap: case SYS_fstat:
  case SYS_setpgid: case SYS_pipe2: case SYS_eventfd2:
    return 2;
  case SYS_read: case SYS_write: case SYS_readv: case SYS_writev: case SYS_ioctl:
  case SYS_fcntl: case SYS_mprotect: case SYS_madvise: case SYS_getdents64:
  case SYS_getrandom: case SYS_tgkill: case SYS_dup3: case SYS_mkdirat: case SYS_unlinkat:
  case SYS_faccessat:
    return 3;
#if __SIZEOF_LONG__ == 8
  case SYS_lseek:
    return 3;
#endif
  default: return 6;
  }
}

long syscall(long n, ...) {
  syscall_arg_t given[6] = {0};
  const int count = arguments_of(n);
  va_list list;
  va_start(list, n);
  for (int k = 0; k < count; k++) given[k] = va_arg(list, syscall_arg_t);
  va_end(list);
  return __syscall_ret((unsigned long) __syscall(n, given[0], given[1], given[2], given[3],
                                                 given[4], given[5]));
}
