#include "contest/contest.h"
#include "test/check.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

/*
 * A contender's process is ended: whatever the process does, whoever has waited for the process,
 * and whatever error the last call left behind.  alarm() ends a wait without end.
 */
typedef enum doing { WAITS, ENDED, REAPED, STOPPED, DOINGS } doing;

static pid_t start(doing d) {
  const pid_t id = fork();
  CHECK(id >= 0);
  if (!id) {
    while (d != ENDED && d != REAPED) pause();
    _exit(0);
  }
  siginfo_t about;
  if (d == ENDED) CHECK(!waitid(P_PID, (id_t) id, &about, WEXITED | WNOWAIT));
  if (d == REAPED) CHECK(waitpid(id, NULL, 0) == id);
  if (d == STOPPED) CHECK(!kill(id, SIGSTOP) && waitpid(id, NULL, WUNTRACED) == id);
  return id;
}

static void ends(contender k, doing d, int last_error) {
  int orders[2], findings[2];
  session s = {.ledger = NULL};
  contest c = {.s = &s, .running = d == STOPPED ? 1 : 2};
  CHECK(!pipe(orders) && !pipe(findings));
  contest_process *p = c.of + k;
  *p = (contest_process) {.id = start(d), .orders = orders[1], .findings = findings[0],
                          .runs = d != STOPPED, .is_stopped = d == STOPPED};
  c.of[(k + 1) % CONTENDERS] = (contest_process) {.id = getpid(), .runs = true};
  const pid_t id = p->id;
  errno = last_error;
  contest_end_process(&c, k);
  CHECK(!p->id && !p->runs && !p->is_stopped && c.running == 1);
  CHECK(waitpid(id, NULL, WNOHANG) < 0 && errno == ECHILD);
  CHECK(fcntl(orders[1], F_GETFD) < 0 && fcntl(findings[0], F_GETFD) < 0);
  close(orders[0]);
  close(findings[1]);
  contest_end_process(&c, k);   /* nothing is left to be ended */
  CHECK(c.running == 1);
}

int main(void) {
  static const int errors[] = {0, EINTR, ECHILD};
  alarm(60);
  for (contender k = 0; k < CONTENDERS; k++)
    for (doing d = WAITS; d < DOINGS; d++)
      for (unsigned n = 0; n < sizeof errors / sizeof *errors; n++) ends(k, d, errors[n]);
  return 0;
}
