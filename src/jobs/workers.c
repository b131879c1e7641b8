#include "jobs/jobs.h"

#include "base/clock.h"
#include "base/process.h"
#include "base/yield.h"
#include "finding/progress.h"
#include "jobs/queue_pulse.h"

#include <errno.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/*
 * Processes that take jobs from the same ledger.  They are forked from the process
 * that explores path by path, right after it committed all that it holds, and say
 * all that they find by the ledger.
 */
enum { EXIT_LEFT = 5 };         /* of braid work: before the run has ended */
enum { MOST_FAILURES = 3, STOP_MS = 400, FIRST_PLACE = LEDGER_PROCESSES / 2 };

static struct {
  volatile int *stop;
  volatile uint64_t *stopped_ns;
} me;

static void on_stop(int number, siginfo_t *info, void *context) {
  (void) number;
  (void) context;
  *me.stop = info->si_value.sival_int;
  if (!*me.stopped_ns) *me.stopped_ns = clock_ns();
  process_stop = 1;
}

/* A terminal's signals come to the whole group: the first process decides. */
static void set_signals(const session *s) {
  static const int left_alone[] = {SIGINT, SIGTERM, SIGHUP, SIGALRM};
  struct sigaction a = {.sa_sigaction = on_stop, .sa_flags = SA_SIGINFO};
  me.stop = (volatile int *) (uintptr_t) s->stop;
  me.stopped_ns = (volatile uint64_t *) (uintptr_t) s->stopped_ns;
  sigaction(SIGUSR1, &a, NULL);
  for (unsigned k = 0; k < sizeof left_alone / sizeof *left_alone; k++)
    signal(left_alone[k], SIG_IGN);
}

/* Whatever it finds goes into the ledger only. */
static void ignore_bug(void *context, const session_bug *b) {
  (void) b;
  session_release_attached(context);
}

static bool ignore_test(void *context, const testcase *t, uint32_t news,
                        bool is_final) {
  (void) t;
  (void) news;
  (void) is_final;
  session_release_attached(context);
  return true;
}

void workers_become_silent(jobs *j) {
  static session_remote nowhere = {.bug = ignore_bug, .test = ignore_test};
  session *s = j->s;
  nowhere.context = s;
  s->remote = &nowhere;
  s->ledger = NULL;
  s->is_silent = true;
  s->progress->is_quiet = true;
}

static void become_worker(jobs *j, pid_t parent, uint32_t owner) {
  session *s = j->s;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(0);
  set_signals(s);
  workers_become_silent(j);
  yield_hook = NULL;
  solver_after_fork(exec_solver(s->exec));
  j->owner = j->url ? 0 : owner;        /* a queue gives numbers itself */
  j->is_worker = true;
  j->is_hungry = false;
  j->used_us = 0;
  vec_clear(&j->workers);
  vec_clear(&j->queue);         /* the parent's */
  explore_extend(s->explore, UINT64_MAX);
}

static ledger_process *place_of(const jobs *j, uint32_t number) {
  const uint32_t k = FIRST_PLACE + number;
  return j->watched && k < LEDGER_PROCESSES ? j->watched->process + k : NULL;
}

void workers_start(jobs *j, bool *is_worker) {
  const uint64_t bytes = explore_get_options(j->s->explore)->max_memory_bytes;
  if (j->watched && !j->watched->shared_bytes && j->wanted > 1)
    j->watched->shared_bytes = explore_get_progress(j->s->explore).memory_bytes;
  while (j->workers.count + 1 < j->wanted) {
    job_ledger_close(j->file);  /* SQLite's locks are a process's */
    j->file = NULL;
    fflush(NULL);
    const uint32_t owner = j->next_owner++;
    const pid_t parent = getpid(), id = fork();
    if (!id) {
      become_worker(j, parent, owner);
      explore_set_memory(j->s->explore, bytes / j->wanted, false);
      *is_worker = true;
      return;
    }
    if (id < 0) {
      j->wanted = j->workers.count + 1;
      return;
    }
    vec_push(&j->workers, ((jobs_worker) {id, owner}));
    ledger_process *p = place_of(j, j->workers.count - 1);
    if (p) {
      p->is_needed = p->was_ended = false;
      p->id = id;
    }
  }
  j->s->workers = j->workers.count;
}

static void forget(jobs *j, uint32_t at) {
  ledger_process *gone = place_of(j, j->workers.count - 1);
  j->workers.items[at] = vec_pop(&j->workers);
  ledger_process *p = place_of(j, at);
  if (p && at < j->workers.count) p->id = j->workers.items[at].id;
  if (gone) gone->id = 0;
  j->s->workers = j->workers.count;
}

void workers_reap(jobs *j) {
  for (uint32_t k = j->workers.count; k-- > 0;) {
    int how;
    const jobs_worker w = j->workers.items[k];
    if (waitpid(w.id, &how, WNOHANG) != w.id) continue;
    forget(j, k);
    uint64_t cut;
    const uint32_t most = WIFSIGNALED(how) ? MOST_FAILURES : UINT32_MAX;
    if (j->file) job_ledger_reclaim(j->file, w.owner, most, &cut);
    if (WIFEXITED(how) && !WEXITSTATUS(how)) continue;
    j->wanted--;                /* one that died, or had no room, does not come again */
    j->lost++;
  }
}

void workers_signal(jobs *j, int why) {
  const union sigval sent = {.sival_int = why};
  for (uint32_t k = 0; k < j->workers.count; k++) {
    if (why) sigqueue(j->workers.items[k].id, SIGUSR1, sent);
    else kill(j->workers.items[k].id, SIGKILL);
  }
}

void workers_stop(jobs *j, int why) {
  const double until = clock_ms() + STOP_MS;
  if (!why) workers_signal(j, why);
  while (j->workers.count) {
    const jobs_worker w = vec_last(&j->workers);
    const bool is_late = clock_ms() >= until;
    int how;
    if (is_late) kill(w.id, SIGKILL);
    const pid_t id = waitpid(w.id, &how, is_late ? 0 : WNOHANG);
    if (id == w.id || (id < 0 && errno == ECHILD))
      forget(j, j->workers.count - 1);
    else if (!is_late) usleep(1000);
  }
  j->wanted = 1;
}

void workers_leave(jobs *j, int status) {
  if (j->file && j->url && !j->has_failed) job_ledger_leave(j->file, j->owner);
  job_ledger_close(j->file);
  solver_flush(exec_solver(j->s->exec));
  if (j->pulse && j->pulse_of == getpid()) queue_pulse_stop(j->pulse);
  fflush(NULL);
  _exit(!status ? 0 : j->is_remote ? EXIT_LEFT : 1);
}
