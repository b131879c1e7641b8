/* Time, memory and signals. */
#include "posix.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include "ksigaction.h"

/* Each look at the clock takes a microsecond, so time passes and a program
 * that waits for it ends. */
static long long seconds = 1700000000;
static long nanoseconds;

void __posix_sleep(long long s, long n) {
  seconds += s;
  nanoseconds += n;
  if (nanoseconds >= 1000000000) {
    nanoseconds -= 1000000000;
    seconds++;
  }
}

void __posix_now(long long *s, long *n) {
  __posix_sleep(0, 1000);
  *s = seconds;
  *n = nanoseconds;
}

long __posix_map(size_t size, long fd, off_t offset, int flags) {
  if (!size) return -EINVAL;
  if (flags & MAP_FIXED) __braid_unsupported("mmap at a fixed address");
  open_file *o = NULL;
  if (!(flags & MAP_ANONYMOUS)) {
    o = __posix_descriptor(fd);
    if (!o) return -EBADF;
    if (flags & MAP_SHARED) __braid_unsupported("mmap of a shared file");
  }
  char *p = __braid_alloc((size + 4095) & ~(size_t) 4095, 4096,
                          BRAID_OWN | BRAID_ZEROED);
  if (!p) return -ENOMEM;
  if (o) __posix_read_at(o->of, p, size, offset);
  return (long) p;
}

/* Part of a mapping stays: more is valid than should be, nothing is lost. */
long __posix_unmap(void *p, size_t size) {
  if (__braid_object_size(p) == ((size + 4095) & ~(size_t) 4095))
    __braid_free(p);
  return 0;
}

long __posix_remap(void *old, size_t old_size, size_t size) {
  char *p = __braid_alloc((size + 4095) & ~(size_t) 4095, 4096,
                          BRAID_OWN | BRAID_ZEROED);
  if (!p) return -ENOMEM;
  memcpy(p, old, old_size < size ? old_size : size);
  __posix_unmap(old, old_size);
  return (long) p;
}

static struct k_sigaction actions[_NSIG];

long __posix_signal_action(int signal, const void *new, void *old) {
  if (signal <= 0 || signal >= _NSIG) return -EINVAL;
  if (new && (signal == SIGKILL || signal == SIGSTOP)) return -EINVAL;
  if (old) memcpy(old, actions + signal, sizeof *actions);
  if (new) memcpy(actions + signal, new, sizeof *actions);
  return 0;
}

static int is_ignored_by_default(int signal) {
  return signal == SIGCHLD || signal == SIGURG || signal == SIGWINCH ||
         signal == SIGCONT;
}

/* A signal to oneself arrives at once. */
long __posix_raise(int signal) {
  if (signal < 0 || signal >= _NSIG) return -EINVAL;
  if (!signal) return 0;
  const struct k_sigaction action = actions[signal];
  if (action.handler == SIG_IGN) return 0;
  if (action.handler == SIG_DFL) {
    if (is_ignored_by_default(signal)) return 0;
    if (signal == SIGABRT) __braid_error("abort", "raise(SIGABRT)");
    __braid_exit(128 + signal);
  }
  if (action.flags & SA_RESETHAND) actions[signal].handler = SIG_DFL;
  if (action.flags & SA_SIGINFO) {
    siginfo_t info = {.si_signo = signal};
    void (*handler)(int, siginfo_t *, void *);
    memcpy(&handler, &action.handler, sizeof handler);
    handler(signal, &info, NULL);
  } else {
    action.handler(signal);
  }
  return 0;
}
