// What only root may, and what is asked of other processes, as a user finds it.
// exit: 5
// replay: no
// verdict: proved-under-assumptions
// assumes: the program runs as user 1000
// assumes: there is no other process
// assumes: its nice value is 0
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <grp.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

int main(void) {
  const gid_t group = 5;
  assert(setuid(0) == -1 && errno == EPERM);
  assert(setgid(0) == -1 && errno == EPERM);
  assert(!setuid(getuid()) && !setgid(getgid()) && !setreuid(-1, geteuid()));
  assert(setgroups(1, &group) == -1 && errno == EPERM);
  assert(sethostname("a", 1) == -1 && errno == EPERM);
  assert(chroot("/tmp") == -1 && errno == EPERM);
  assert(chroot("nowhere") == -1 && errno == ENOENT);

  const struct timespec now = {1, 0}, wrong = {1, 1000000000};
  assert(clock_settime(CLOCK_REALTIME, &now) == -1 && errno == EPERM);
  assert(clock_settime(CLOCK_REALTIME, &wrong) == -1 && errno == EINVAL);
  assert(clock_settime(CLOCK_MONOTONIC, &now) == -1 && errno == EINVAL);

  assert(nice(0) == 0 && nice(30) == 19);
  assert(getpriority(PRIO_PROCESS, 0) == 19);
  errno = 0;
  assert(setpriority(PRIO_PROCESS, getpid(), 18) == -1 && errno == EACCES);
  assert(!setpriority(PRIO_PROCESS, 0, 19));

  assert(kill(12345, SIGTERM) == -1 && errno == ESRCH);
  assert(!kill(getpid(), 0) && !kill(-getpgrp(), 0));
  assert(setsid() == -1 && errno == EPERM);
  return 0;
}
