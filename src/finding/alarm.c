#include "finding/alarm.h"

#include "base/limits.h"

#include <signal.h>
#include <stdbool.h>
#include <time.h>
#include <unistd.h>

static timer_t timer;
static pid_t owner;             /* timers are not inherited */
static double began, budget;    /* in ms */
static bool is_early;

static void set(double until_ms) {
  const struct itimerspec when = {
    .it_value = {.tv_sec = (time_t) (until_ms / 1000),
                 .tv_nsec = (long) ((uint64_t) (until_ms * 1e6) % 1000000000)}};
  timer_settime(timer, TIMER_ABSTIME, &when, NULL);
}

void alarm_set(double began_ms, uint64_t max_time_ms) {
  struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGALRM};
  if (timer_create(CLOCK_MONOTONIC, &event, &timer)) return;
  owner = getpid();
  began = began_ms;
  budget = (double) max_time_ms;
  is_early = false;
  set(began + budget);
}

/* Left for native runs when there is a bug: a second, in which a small program is compiled, and an
 * eighth of the budget; at most what ten such programs take. */
enum { AT_LEAST_MS = 1000, SHARE = 8, MOST_MS = 10000 };

void alarm_leave_time(void) {
  if (owner != getpid() || is_early) return;
  const double wanted = AT_LEAST_MS + budget / (double) SHARE,
               most = MOST_MS, half = budget / 2;
  const double left = wanted < most ? wanted : most;
  is_early = true;
  set(began + budget - (left < half ? left : half));
}

double alarm_contender_grace_ms(void) { return limits.finding_grace_ms / 3.0; }
double alarm_replay_grace_ms(void) { return 2 * limits.finding_grace_ms / 3.0; }
double alarm_native_grace_ms(void) { return limits.finding_grace_ms / 3.0; }
