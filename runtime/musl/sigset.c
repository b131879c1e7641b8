/*
 * The host's libc keeps signals 32 and 33 for itself, musl 34, too: there it is
 * the program's, and SIGRTMIN.  This replaces musl's functions that refuse it.
 */
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include "syscall.h"

#define sigaddset __musl_sigaddset
#include "src/signal/sigaddset.c"
#undef sigaddset
#define sigdelset __musl_sigdelset
#include "src/signal/sigdelset.c"
#undef sigdelset
#define sigfillset __musl_sigfillset
#include "src/signal/sigfillset.c"
#undef sigfillset
#define __libc_current_sigrtmin __musl_sigrtmin
#include "src/signal/sigrtmin.c"
#undef __libc_current_sigrtmin
#define pthread_sigmask __musl_sigmask
#include "src/thread/pthread_sigmask.c"
#undef pthread_sigmask

enum { FIRST = 34, BITS = 8 * sizeof(long) };
#define WORD(SET) ((SET)->__bits[(FIRST - 1) / BITS])
#define BIT (1ul << (FIRST - 1) % BITS)

int __libc_current_sigrtmin(void) { return FIRST; }

int sigaddset(sigset_t *set, int signal) {
  if (signal != FIRST) return __musl_sigaddset(set, signal);
  WORD(set) |= BIT;
  return 0;
}

int sigdelset(sigset_t *set, int signal) {
  if (signal != FIRST) return __musl_sigdelset(set, signal);
  WORD(set) &= ~BIT;
  return 0;
}

int sigfillset(sigset_t *set) {
  __musl_sigfillset(set);
  WORD(set) |= BIT;
  return 0;
}

int pthread_sigmask(int how, const sigset_t *restrict set,
                    sigset_t *restrict old) {
  unsigned long before[_NSIG / 8 / sizeof(long)];
  if (set && (how < SIG_BLOCK || how > SIG_SETMASK)) return EINVAL;
  const long error = -__syscall(SYS_rt_sigprocmask, SIG_BLOCK, 0, before,
                                _NSIG / 8);
  if (error) return (int) error;
  const int result = __musl_sigmask(how, set, old);
  if (!result && old)
    WORD(old) |= before[(FIRST - 1) / BITS] & BIT;
  return result;
}
