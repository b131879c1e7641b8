/* Time, timers and waiting.  Time passes at each look and while the program
 * waits, so a program that waits for it ends. */
#include "posix.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include "syscall.h"

enum { START = 1700000000, BILLION = 1000000000 };

static moment now = {START, 0};
static struct { int is_armed; moment at; long interval[2]; } timer;

static int is_later(moment a, moment b) {
  return a.seconds > b.seconds ||
         (a.seconds == b.seconds && a.nanoseconds > b.nanoseconds);
}

moment __posix_after(moment m, long long seconds, long nanoseconds) {
  m.seconds += seconds;
  m.nanoseconds += nanoseconds;
  if (m.nanoseconds >= BILLION) {
    m.nanoseconds -= BILLION;
    m.seconds++;
  }
  return m;
}

static void fire(void) {
  timer.is_armed = timer.interval[0] || timer.interval[1];
  timer.at = __posix_after(timer.at, timer.interval[0],
                           1000 * timer.interval[1]);
  __posix_send(SIGALRM, SI_KERNEL);
}

moment __posix_time(void) { return now; }

moment __posix_now(void) {
  if (__posix_assume(ASSUME_CLOCK)) {
    const moment last = now;
    now.seconds = __posix_choose("host.clock", last.seconds, 1ll << 33);
    now.nanoseconds = (long) __posix_choose("host.clock", 0, BILLION - 1);
    __braid_assume((now.seconds > last.seconds) |
                   (now.nanoseconds >= last.nanoseconds));
  } else {
    now = __posix_after(now, 0, 1000);
  }
  if (timer.is_armed && !is_later(timer.at, now)) fire();
  return now;
}

static _Noreturn void never(const char *what) {
  if (what) __braid_unsupported(what);
  __posix_no_peer();
}

/* A program that polls never ends.  Most wait a second at a time: four minutes on each path. */
enum { MOST_WAITS = 256 };

int __posix_wait(const moment *limit, const char *what) {
  static unsigned waits;
  const unsigned before = __posix_handled();
  if (braid_world.is_chosen && limit && ++waits > MOST_WAITS)
    __braid_unsupported("more than 256 waits, with inputs that braid chose");
  for (;;) {
    if (timer.is_armed && (!limit || !is_later(timer.at, *limit))) {
      const moment at = timer.at;
      if (is_later(at, now)) now = at;
      fire();
      if (__posix_handled() != before) return 1;
      if (__posix_is_awaited()) return 0;
      if (!limit && timer.is_armed) never(what ? what : "a timer that nobody handles");
    } else if (limit) {
      if (is_later(*limit, now)) now = *limit;
      return 0;
    } else {
      never(what);
    }
  }
}

/* Kernel words: seconds, nanoseconds ------------------------------------- */

static int is_processor_time(long id) {
  return id == CLOCK_PROCESS_CPUTIME_ID || id == CLOCK_THREAD_CPUTIME_ID;
}

static long check_clock(long id) {
  if (id < 0) __braid_unsupported("the clock of another process or a device");
  return id > CLOCK_TAI || id == 10 ? -EINVAL : 0;
}

static moment look(long id) {
  moment m = __posix_now();
  if (is_processor_time(id)) m.seconds -= START;
  return m;
}

static long get(long id, long *to) {
  const long error = check_clock(id);
  if (error) return error;
  const moment m = look(id);
  to[0] = (long) m.seconds;
  to[1] = m.nanoseconds;
  return 0;
}

static long day(long *to, long *zone) {
  if (zone) zone[0] = 0;
  if (!to) return 0;
  get(CLOCK_REALTIME, to);
  to[1] /= 1000;
  return 0;
}

static long resolution(long id, long *to) {
  const long error = check_clock(id);
  if (error) return error;
  __posix_assume(ASSUME_CLOCK);
  if (to) {
    to[0] = 0;
    to[1] = id == CLOCK_REALTIME_COARSE || id == CLOCK_MONOTONIC_COARSE
              ? 4000000 : 1;
  }
  return 0;
}

/* What is left of the time goes to `rest`. */
static long sleep_for(long id, int flags, long long s, long long n,
                      moment *rest) {
  if (s < 0 || n < 0 || n >= BILLION) return -EINVAL;
  if (is_processor_time(id)) __braid_unsupported("sleep for processor time");
  const moment limit = flags & TIMER_ABSTIME
                         ? (moment) {s, (long) n}
                         : __posix_after(now, s, (long) n);
  if (!__posix_wait(&limit, "")) return 0;
  *rest = (moment) {limit.seconds - now.seconds,
                    limit.nanoseconds - now.nanoseconds};
  if (rest->nanoseconds < 0) {
    rest->nanoseconds += BILLION;
    rest->seconds--;
  }
  return -EINTR;
}

static long sleep_words(long id, int flags, const long *want, long *left) {
  moment rest;
  const long error = sleep_for(id, flags, want[0], want[1], &rest);
  if (error == -EINTR && left && !(flags & TIMER_ABSTIME)) {
    left[0] = (long) rest.seconds;
    left[1] = rest.nanoseconds;
  }
  return error;
}

#ifdef SYS_clock_gettime64
static long get_wide(long id, long long *to) {
  const long error = check_clock(id);
  if (error) return error;
  const moment m = look(id);
  to[0] = m.seconds;
  to[1] = m.nanoseconds;
  return 0;
}

static long sleep_wide(long id, int flags, const long long *want,
                       long long *left) {
  moment rest;
  const long error = sleep_for(id, flags, want[0], want[1], &rest);
  if (error == -EINTR && left && !(flags & TIMER_ABSTIME)) {
    left[0] = rest.seconds;
    left[1] = rest.nanoseconds;
  }
  return error;
}
#endif

/* Timers ----------------------------------------------------------------- */

static void tell_timer(long *to) {
  memset(to, 0, 4 * sizeof *to);
  if (!timer.is_armed) return;
  to[0] = timer.interval[0];
  to[1] = timer.interval[1];
  to[2] = (long) (timer.at.seconds - now.seconds);
  long n = timer.at.nanoseconds - now.nanoseconds;
  if (n < 0) {
    n += BILLION;
    to[2]--;
  }
  to[3] = n / 1000;
}

static long timer_call(long which, const long *new, long *old) {
  if (which < 0 || which > 2) return -EINVAL;
  if (which) __braid_unsupported("a timer of processor time");
  if (new && (new[1] < 0 || new[1] > 999999 || new[3] < 0 || new[3] > 999999 ||
              new[0] < 0 || new[2] < 0))
    return -EINVAL;
  if (old) tell_timer(old);
  if (!new) return 0;
  timer.is_armed = new[2] || new[3];
  timer.interval[0] = new[0];
  timer.interval[1] = new[1];
  if (!timer.is_armed) return 0;
  __posix_assume(ASSUME_TIMER);
  timer.at = __posix_after(now, new[2], 1000 * new[3]);
  return 0;
}

static long used(void *to, size_t size, long result) {
  __posix_assume(ASSUME_USAGE);
  if (to) memset(to, 0, size);
  return result;
}

long __posix_clock(long n, long a, long b, long c, long d) {
  switch (n) {
#ifdef SYS_clock_gettime64
  case SYS_clock_gettime64: return get_wide(a, (void *) b);
  case SYS_clock_gettime32: return get(a, (void *) b);
#else
  case SYS_clock_gettime: return get(a, (void *) b);
#endif
#ifdef SYS_gettimeofday
  case SYS_gettimeofday: return day((void *) a, (void *) b);
#endif
  case SYS_clock_getres: return resolution(a, (void *) b);
  case SYS_nanosleep:
    return sleep_words(CLOCK_MONOTONIC, 0, (void *) a, (void *) b);
#ifdef SYS_clock_nanosleep_time64
  case SYS_clock_nanosleep_time64:
    return sleep_wide(a, (int) b, (void *) c, (void *) d);
#else
  case SYS_clock_nanosleep:
    return sleep_words(a, (int) b, (void *) c, (void *) d);
#endif
  case SYS_times: return used((void *) a, sizeof(struct tms), 0);
  case SYS_getrusage: return used((void *) b, 18 * sizeof(long), 0);
  case SYS_setitimer: return timer_call(a, (void *) b, (void *) c);
  case SYS_getitimer: return timer_call(a, NULL, (void *) b);
  }
  __braid_unsupported("a clock without model");
}
