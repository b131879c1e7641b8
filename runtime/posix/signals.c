/*
 * Signals, all of which the program sends to itself (or its timer does): they
 * arrive at once, or when they are no longer blocked.
 */
#include "posix.h"

#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include "ksigaction.h"
#include "syscall.h"

/* A bit a signal.  The executor saves and restores it with sigsetjmp. */
uint64_t __posix_blocked;
int __posix_takes_traps;        /* SIGFPE has a handler; exec/arith.c looks */

static uint64_t pending;
static int is_masked;            /* the program has set its mask */
static uint64_t given;           /* actions of the program's own */
static struct k_sigaction actions[_NSIG];
static unsigned char waiting[_NSIG];    /* how often, of those that queue */
static int codes[_NSIG];
static unsigned handled;
static stack_t alternate = {.ss_flags = SS_DISABLE};

enum { FIRST_QUEUED = 32 };

#define BIT(SIGNAL) (UINT64_C(1) << ((SIGNAL) - 1))
#define UNBLOCKABLE (BIT(SIGKILL) | BIT(SIGSTOP))

unsigned __posix_handled(void) { return handled; }

static long set_action(int signal, const void *new, void *old) {
  if (signal <= 0 || signal >= _NSIG) return -EINVAL;
  if (new && (signal == SIGKILL || signal == SIGSTOP)) return -EINVAL;
  if (old) memcpy(old, actions + signal, sizeof *actions);
  if (!new) {                   /* who sets one looks at the old one to restore it */
    if (!(given & BIT(signal))) __posix_assume(ASSUME_INHERITED);
    return 0;
  }
  given |= BIT(signal);
  memcpy(actions + signal, new, sizeof *actions);
  if (signal == SIGFPE)
    __posix_takes_traps = actions[signal].handler != SIG_DFL &&
                          actions[signal].handler != SIG_IGN;
#ifdef __aarch64__                              /* the host's libc has none */
  actions[signal].flags &= ~(unsigned long) SA_RESTORER;
#endif
  return 0;
}

static int is_ignored_by_default(int signal) {
  return signal == SIGCHLD || signal == SIGURG || signal == SIGWINCH ||
         signal == SIGCONT;
}

static int is_ignored(int signal) {
  const struct k_sigaction *a = actions + signal;
  return a->handler == SIG_IGN ||
         (a->handler == SIG_DFL && is_ignored_by_default(signal));
}

static _Noreturn void end_by(int signal) {
  switch (signal) {
  case SIGABRT: __braid_error("abort", "raise(SIGABRT)");
  case SIGSTOP: case SIGTSTP: case SIGTTIN: case SIGTTOU:
    __braid_unsupported("the program stops itself");
  }
  __braid_exit(128 + signal);
}

static void take(int signal) {
  if (signal >= FIRST_QUEUED && --waiting[signal]) return;
  pending &= ~BIT(signal);
}

static siginfo_t describe(int signal) {
  siginfo_t info;
  memset(&info, 0, sizeof info);
  info.si_signo = signal;
  info.si_code = codes[signal];
  if (info.si_code != SI_KERNEL) {
    info.si_pid = (pid_t) __posix_process();
    info.si_uid = __posix_user();
  }
  return info;
}

static void deliver(void);

static void run_handler(int signal) {
  const struct k_sigaction action = actions[signal];
  const uint64_t before = __posix_blocked;
  uint64_t mask;
  memcpy(&mask, action.mask, sizeof mask);
  if (!(action.flags & SA_NODEFER)) mask |= BIT(signal);
  if (action.flags & SA_RESETHAND) actions[signal].handler = SIG_DFL;
  __posix_blocked |= mask & ~UNBLOCKABLE;
  /* As the kernel stacks their frames: of several the last one runs first. */
  deliver();
  if (action.flags & SA_SIGINFO) {
    siginfo_t info = describe(signal);
    void (*handler)(int, siginfo_t *, void *);
    __posix_assume(ASSUME_CONTEXT);
    memcpy(&handler, &action.handler, sizeof handler);
    handler(signal, &info, NULL);
  } else {
    action.handler(signal);
  }
  handled++;
  __posix_blocked = before;
}

static void deliver(void) {
  uint64_t ready;
  while ((ready = pending & ~__posix_blocked)) {
    const int signal = __builtin_ctzll(ready) + 1;
    take(signal);
    if (is_ignored(signal)) continue;
    if (actions[signal].handler == SIG_DFL) end_by(signal);
    run_handler(signal);
  }
}

long __posix_send(int signal, int code) {
  if (signal < 0 || signal >= _NSIG) return -EINVAL;
  if (!signal) return 0;
  if (is_ignored(signal) && !(__posix_blocked & BIT(signal))) return 0;
  if (!(pending & BIT(signal))) codes[signal] = code;
  if (signal >= FIRST_QUEUED) waiting[signal]++;
  pending |= BIT(signal);
  deliver();
  return 0;
}

static long set_mask(int how, const void *new, void *old, size_t size) {
  uint64_t mask;
  if (size != sizeof mask) return -EINVAL;
  if (old) memcpy(old, &__posix_blocked, size);
  if (!new) {
    if (!is_masked) __posix_assume(ASSUME_INHERITED);
    return 0;
  }
  is_masked = 1;
  memcpy(&mask, new, size);
  mask &= ~UNBLOCKABLE;
  switch (how) {
  case SIG_BLOCK: __posix_blocked |= mask; break;
  case SIG_UNBLOCK: __posix_blocked &= ~mask; break;
  case SIG_SETMASK: __posix_blocked = mask; break;
  default: return -EINVAL;
  }
  deliver();
  return 0;
}

static long suspend(const void *new) {
  const uint64_t before = __posix_blocked;
  const unsigned count = handled;
  memcpy(&__posix_blocked, new, sizeof __posix_blocked);
  __posix_blocked &= ~UNBLOCKABLE;
  deliver();
  if (handled == count) __posix_wait(NULL, "waiting for a signal");
  __posix_blocked = before;
  deliver();
  return -EINTR;
}

static uint64_t awaited;

int __posix_is_awaited(void) { return (pending & awaited) != 0; }

/* sigwait and the like: takes one that is pending, blocked or not. */
static long wait_for(const void *set, siginfo_t *info, const moment *limit) {
  uint64_t wanted;
  memcpy(&wanted, set, sizeof wanted);
  if (!(pending & wanted)) {
    awaited = wanted;
    const int interrupted = __posix_wait(limit, "waiting for a signal");
    awaited = 0;
    if (interrupted) return -EINTR;
    if (!(pending & wanted)) return -EAGAIN;
  }
  const int signal = __builtin_ctzll(pending & wanted) + 1;
  if (info) *info = describe(signal);
  take(signal);
  return signal;
}

static long wait_words(const void *set, void *info, const long *time) {
  if (!time) return wait_for(set, info, NULL);
  const moment limit = __posix_after(__posix_time(), time[0], time[1]);
  return wait_for(set, info, &limit);
}

#ifdef SYS_rt_sigtimedwait_time64
static long wait_wide(const void *set, void *info, const long long *time) {
  if (!time) return wait_for(set, info, NULL);
  const moment limit =
    __posix_after(__posix_time(), time[0], (long) time[1]);
  return wait_for(set, info, &limit);
}
#endif

static long set_stack(const stack_t *new, stack_t *old) {
  if (old) *old = alternate;
  if (!new) return 0;
  if (new->ss_flags & ~(SS_DISABLE | SS_ONSTACK)) return -EINVAL;
  if (!(new->ss_flags & SS_DISABLE) && new->ss_size < MINSIGSTKSZ)
    return -ENOMEM;
  alternate = *new;
  if (new->ss_flags & SS_DISABLE) alternate = (stack_t) {.ss_flags = SS_DISABLE};
  return 0;
}

/* To nobody but the program itself, which leads a group. */
static long send_to(long process, int signal, int code) {
  if (signal < 0 || signal >= _NSIG) return -EINVAL;
  const long own = __posix_process();
  const long parent = __posix_parent();
  if (process == parent || process == -parent)
    __braid_unsupported("a signal to the parent process");
  if (process && process != own && process != -own) {
    __posix_assume(ASSUME_ALONE);
    return -ESRCH;
  }
  return __posix_send(signal, code);
}

long __posix_signal(long n, long a, long b, long c, long d) {
  switch (n) {
  case SYS_rt_sigaction: return set_action((int) a, (void *) b, (void *) c);
  case SYS_rt_sigprocmask:
    return set_mask((int) a, (void *) b, (void *) c, (size_t) d);
  case SYS_rt_sigpending: {
    const uint64_t held = pending & __posix_blocked;
    memcpy((void *) a, &held, sizeof held);
    return 0;
  }
  case SYS_rt_sigsuspend: return suspend((void *) a);
#ifdef SYS_rt_sigtimedwait_time64
  case SYS_rt_sigtimedwait_time64:
    return wait_wide((void *) a, (void *) b, (void *) c);
#endif
  case SYS_rt_sigtimedwait:
    return wait_words((void *) a, (void *) b, (void *) c);
  case SYS_sigaltstack: return set_stack((void *) a, (void *) b);
  case SYS_kill: return send_to(a, (int) b, SI_USER);
  case SYS_tkill: return send_to(a, (int) b, SI_TKILL);
  case SYS_tgkill: return send_to(b, (int) c, SI_TKILL);
#ifdef SYS_pause
  case SYS_pause: __posix_wait(NULL, "waiting for a signal"); return -EINTR;
#endif
  }
  __braid_unsupported("signals by other means");
}
