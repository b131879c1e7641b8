#include "jobs/queue_pulse.h"

#include "base/limits.h"
#include "jobs/job_ledger_class.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void wait_a_while(uint32_t ms) {
  const struct timespec t = {.tv_sec = ms / 1000, .tv_nsec = (long) (ms % 1000) * 1000000};
  nanosleep(&t, NULL);
}

/* By SIGSTOP, say: others wait for its jobs. */
static bool is_stopped(pid_t process) {
  char name[64], line[512], state = 0;
  snprintf(name, sizeof name, "/proc/%ld/stat", (long) process);
  FILE *f = fopen(name, "r");
  if (!f) return false;
  /* The name in parentheses may hold anything but a newline. */
  const char *after = fgets(line, sizeof line, f) ? strrchr(line, ')') : NULL;
  if (after && after[1] == ' ') state = after[2];
  fclose(f);
  return state == 'T' || state == 't';
}

static void beat(const char *url, uint32_t owner, pid_t parent) {
  job_ledger_file *l = NULL;
  while (getppid() == parent) {
    char *error = NULL;
    wait_a_while(limits.jobs_queue_lease / 4);
    if (is_stopped(parent)) continue;
    /* Each failure is the next one's to mend. */
    if (!l && (l = job_ledger_queue(url, false, true, &error)))
      job_ledger_set_patience(l, 0);
    free(error);
    if (!l) continue;
    job_ledger_queue_beat(l, owner);
    const job_ledger_word word = job_ledger_hear(l).word;
    if (word == JOB_LEDGER_GONE || word == JOB_LEDGER_ENDED) return;
  }
}

pid_t queue_pulse_start(const char *url, uint32_t owner) {
  static const int left_alone[] = {SIGINT, SIGTERM, SIGHUP, SIGALRM, SIGUSR1, SIGUSR2};
  fflush(NULL);
  const pid_t parent = getpid(), id = fork();
  if (id) return id > 0 ? id : 0;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (unsigned k = 0; k < sizeof left_alone / sizeof *left_alone; k++)
    signal(left_alone[k], SIG_IGN);
  if (getppid() == parent) beat(url, owner, parent);
  _exit(0);
}

void queue_pulse_stop(pid_t id) {
  if (!id) return;
  kill(id, SIGKILL);
  waitpid(id, NULL, 0);
}
