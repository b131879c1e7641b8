/* What a program needs rights for that the user of the model does not have, and its priority. */
#include "posix.h"

#include <errno.h>
#include <sys/resource.h>
#include <time.h>
#include "syscall.h"

/* Only root may. */
static long forbidden(const char *otherwise) {
  if (__posix_assume(ASSUME_USER) && !__posix_user()) __braid_unsupported(otherwise);
  return -EPERM;
}

/* A user or group that the process has already; -1: as it is. */
static int is_own(long who) { return (int) who == -1 || (unsigned) who == __posix_user(); }

static long become(long real, long effective, long saved) {
  if (is_own(real) && is_own(effective) && is_own(saved)) {
    __posix_assume(ASSUME_USER);
    return 0;
  }
  return forbidden("a change of user by root");
}

static long set_clock(long clock, long long seconds, long long nanoseconds) {
  if (clock != CLOCK_REALTIME || seconds < 0) return -EINVAL;
  if (nanoseconds < 0 || nanoseconds >= 1000000000) return -EINVAL;
  return forbidden("a clock that is set by root");
}

/* The kernel counts from 20, for the nicest 1. */
enum { LEAST = -20, MOST = 19 };
static int niceness;

static long priority(long n, long which, long who, long wanted) {
  if (which < PRIO_PROCESS || which > PRIO_USER) return -EINVAL;
  if (which != PRIO_PROCESS || (who && who != __posix_process()))
    __braid_unsupported("the priority of other processes");
  __posix_assume(ASSUME_INHERITED);
  if (n == SYS_getpriority) return MOST + 1 - niceness;
  wanted = (int) wanted < LEAST ? LEAST : (int) wanted > MOST ? MOST : (int) wanted;
  if (wanted < niceness && forbidden("a priority that root raises")) return -EACCES;
  niceness = (int) wanted;
  return 0;
}

long __posix_rights_call(long n, long a, long b, long c) {
  switch (n) {
  case SYS_setuid: case SYS_setgid: return (int) a == -1 ? -EINVAL : become(a, -1, -1);
  case SYS_setreuid: case SYS_setregid: return become(a, b, -1);
  case SYS_setresuid: case SYS_setresgid: return become(a, b, c);
  case SYS_setgroups: return forbidden("groups that are set by root");
  case SYS_sethostname: return forbidden("a name of the host that is set by root");
  /* The process leads a group and a session. */
  case SYS_setsid: __posix_assume(ASSUME_PROCESS); return -EPERM;
  case SYS_setpgid:
    __posix_assume(ASSUME_PROCESS);
    if ((a && a != __posix_process()) || (b && b != __posix_process()))
      __braid_unsupported("the group of another process");
    return -EPERM;
#ifdef SYS_clock_settime64
  case SYS_clock_settime64: {
    const long long *wide = (void *) b;
    return set_clock(a, wide[0], wide[1]);
  }
  case SYS_clock_settime32:
#else
  case SYS_clock_settime:
#endif
  {
    const long *words = (void *) b;
    return set_clock(a, words[0], words[1]);
  }
  case SYS_getpriority: case SYS_setpriority: return priority(n, a, b, c);
  }
  __braid_unsupported("a call of the privileged without model");
}
