#include "cli/supervise.h"

#include "base/clock.h"
#include "base/exhausted.h"
#include "base/fatal.h"
#include "base/limits.h"
#include "base/mem.h"
#include "base/process.h"
#include "cli/finish.h"
#include "cli/noted.h"
#include "contest/plan.h"
#include "jobs/jobs.h"
#include "replay/run_info.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { EXIT_INTERNAL = 6 };

typedef struct supervisor {
  const options *o;
  const property *property;
  const char *command;
  double began_ms;
  ledger *ledger;
  pid_t worker;
  int status;                   /* the worker's, as wait gives it */
  outcome why;                  /* it was ended; 0: it ended by itself */
  int signal;                   /* that came first; 0: none */
  uint64_t peak_bytes;
  bool asked;                    /* that there is no more memory */
} supervisor;

/* Watching ----------------------------------------------------------------- */

static uint64_t resident(pid_t pid) {
  char name[64];
  unsigned long long pages = 0;
  snprintf(name, sizeof name, "/proc/%ld/statm", (long) pid);
  FILE *f = fopen(name, "r");
  if (!f) return 0;
  if (fscanf(f, "%*s %llu", &pages) != 1) pages = 0;
  fclose(f);
  return pages * (uint64_t) sysconf(_SC_PAGESIZE);
}

/* A machine writes at most so many bytes of new memory in a millisecond. */
enum { SHORTEST_MS = 2, LONGEST_MS = 100 };

/* What a process of the run has for itself, beyond what all share. */
static uint64_t own_bytes(const supervisor *s, const ledger_process *p) {
  const pid_t id = p->id;
  const uint64_t bytes = id ? resident(id) : 0, shared = s->ledger->shared_bytes;
  return bytes > shared ? bytes - shared : 0;
}

/* All that the run has; what is on its way out does not count.  *largest: which
 * process that can be done without has most, or NULL. */
static uint64_t look_at_processes(supervisor *s, ledger_process **largest) {
  uint64_t all = resident(s->worker), most = 0;
  *largest = NULL;
  for (unsigned k = 0; k < LEDGER_PROCESSES; k++) {
    ledger_process *p = s->ledger->process + k;
    const uint64_t bytes = p->was_ended ? 0 : own_bytes(s, p);
    all += bytes;
    if (p->is_needed || bytes <= most) continue;
    most = bytes;
    *largest = p;
  }
  return all;
}

/* Asks the process whose work this is to end for want of memory. */
static void tell_of_memory(supervisor *s) {
  const union sigval why = {.sival_int = OUTCOME_CUT_MEMORY};
  sigqueue(s->worker, SUPERVISE_MEMORY, why);
  for (unsigned k = 0; k < LEDGER_PROCESSES; k++) {
    const ledger_process *p = s->ledger->process + k;
    const pid_t id = p->id;
    if (id && p->is_needed) sigqueue(id, SUPERVISE_MEMORY, why);
  }
  s->asked = true;
}

/* Of new memory a machine writes in a millisecond at most: 4 GiB a second, a page a microsecond. */
enum { BYTES_PER_MS = 4 << 20 };

/* How long to wait until memory has to be looked at again; 0: it is too much.
 * The run ends by itself at a sixteenth above its budget (explore.c).  At two,
 * what can be done without is ended; else the run is asked to end, in the midst
 * of whatever it does, and it is ended at three. */
static double look_at_memory(supervisor *s) {
  const uint64_t budget = s->o->max_memory_bytes;
  ledger_process *largest;
  const uint64_t bytes = look_at_processes(s, &largest);
  if (bytes > s->peak_bytes) s->peak_bytes = bytes;
  if (!budget) return LONGEST_MS;
  const uint64_t limit = budget + 3 * (budget / 16);
  if (bytes > budget + budget / 8 && largest) {
    const pid_t id = largest->id;
    largest->was_ended = true;
    if (id) kill(id, SIGKILL);
    return SHORTEST_MS;
  }
  if (bytes > limit) return 0;
  if (bytes > budget + budget / 8 && s->ledger->hears && !s->asked)
    tell_of_memory(s);
  const double ms = (double) (limit - bytes) / BYTES_PER_MS / 2;
  return ms < SHORTEST_MS ? SHORTEST_MS : ms > LONGEST_MS ? LONGEST_MS : ms;
}

static void end_worker(supervisor *s, outcome why) {
  kill(s->worker, SIGKILL);
  waitpid(s->worker, &s->status, 0);
  s->why = why;
}

static bool is_over(supervisor *s) {
  pid_t pid;
  int status;
  /* A process that lost its parent is ours, too. */
  while ((pid = waitpid(-1, &status, WNOHANG)) > 0)
    if (pid == s->worker) {
      s->status = status;
      return true;
    }
  return false;
}

/* Whether the output is all that is missing: who reads it may take their time, unless
 * there was a signal.  The report is not printed by both processes, so the worker is not
 * ended for memory either. */
static bool is_printing(const supervisor *s) {
  return s->ledger->stage == LEDGER_PRINTS;
}

static void watch(supervisor *s, const sigset_t *signals) {
  const double forever = 1e300, grace = limits.finding_grace_ms;
  double due = s->o->max_time_ms
      ? s->began_ms + (double) s->o->max_time_ms + grace : forever;
  while (!is_over(s)) {
    double wait_ms = is_printing(s) ? LONGEST_MS : look_at_memory(s);
    const double now = clock_ms();
    if (wait_ms <= 0) {
      end_worker(s, OUTCOME_CUT_MEMORY);
      return;
    }
    if (now >= due && (s->signal || !is_printing(s))) {
      end_worker(s, s->signal ? OUTCOME_CUT_INTERRUPT : OUTCOME_CUT_TIME);
      return;
    }
    if (due > now && due - now < wait_ms) wait_ms = due - now;
    const struct timespec span = {.tv_sec = (time_t) (wait_ms / 1000),
                                  .tv_nsec = (long) (wait_ms * 1e6) %
                                             1000000000};
    const int number = sigtimedwait(signals, NULL, &span);
    if (number <= 0 || number == SIGCHLD) continue;
    kill(s->worker, number);
    if (!s->signal) s->signal = number;
    if (clock_ms() + grace < due) due = clock_ms() + grace;
  }
}

/* The worker's children, and theirs: they are ours once their parents are gone.
 * The system may take a moment to end one. */
static void end_children(void) {
  while (waitpid(-1, NULL, WNOHANG) >= 0) {     /* else there are none */
    bool any = false;
    DIR *all = opendir("/proc");
    if (!all) return;
    for (struct dirent *e; (e = readdir(all));) {
      const long pid = strtol(e->d_name, NULL, 10);
      char name[64];
      long parent = 0;
      if (pid <= 0) continue;
      snprintf(name, sizeof name, "/proc/%ld/stat", pid);
      FILE *f = fopen(name, "r");
      if (!f) continue;
      /* The name in parentheses may hold anything but a newline. */
      char line[512];
      const char *after = fgets(line, sizeof line, f) ? strrchr(line, ')') : NULL;
      if (after) sscanf(after, ") %*c %ld", &parent);
      fclose(f);
      if (parent != (long) getpid()) continue;
      kill((pid_t) pid, SIGKILL);
      any |= waitpid((pid_t) pid, NULL, 0) > 0;
    }
    closedir(all);
    if (!any) return;
  }
}

/* The report --------------------------------------------------------------- */

static char *reason(const supervisor *s) {
  if (s->why) return mem_string(outcome_text(s->why));
  if (*s->ledger->failure)
    return mem_format("internal error: %s", s->ledger->failure);
  if (WIFSIGNALED(s->status))
    return mem_format("internal error: braid was ended by signal %d (%s)%s",
                      WTERMSIG(s->status), strsignal(WTERMSIG(s->status)),
                      WTERMSIG(s->status) == SIGKILL
                          ? ", perhaps for want of memory" : "");
  return mem_format("internal error: braid ended with status %d",
                    WEXITSTATUS(s->status));
}

/* The inputs of bugs are in their tests. */
static void add_inputs(report_bug *bugs, uint32_t count, testcase *inputs,
                       const char *directory) {
  for (uint32_t k = 0; k < count; k++) {
    if (!bugs[k].test) continue;
    char *file = mem_format("%s/test%06u.ktest", directory, bugs[k].test);
    char *error = ktest_read(inputs + k, file);
    if (!error) bugs[k].input = inputs + k;
    free(error);
    free(file);
  }
}

static void write_run_info(const supervisor *s, const ledger_contents *c,
                           outdir *out) {
  native n;
  VEC(run_info_bug) bugs = {0};
  native_init(&n, s->o, s->property, s->ledger->is_fuzz,
              s->ledger->uninit_is_any);
  for (uint32_t k = 0; k < c->bugs.count; k++) {
    const report_bug *b = c->bugs.items + k;
    if (b->possible) continue;
    vec_push(&bugs, ((run_info_bug) {b->test, b->kind, b->stack,
                                     b->stack_count}));
    for (uint32_t j = 0; j < b->more_count; j++)
      vec_push(&bugs, ((run_info_bug) {b->more[j].test, b->kind,
                                       b->more[j].stack,
                                       b->more[j].stack_count}));
  }
  noted command;
  run_info info = {.program = n.program, .tests = s->ledger->tests,
                   .bugs = bugs.items, .bugs_count = bugs.count};
  noted_fill(&command, s->o, &info);
  run_info_write(&info, out);
  noted_release(&command);
  vec_release(&bugs);
  native_release(&n);
}

/* What the run found until it was ended: never all that there is, so that the
 * verdict is a bug or none. */
static int write_report(const supervisor *s) {
  char *error = NULL;
  const ledger *l = s->ledger;
  outdir *out = *l->directory ? outdir_reopen(l->directory)
                              : outdir_open(s->o->output_dir, &error);
  if (!out) {
    fprintf(stderr, "braid: %s\n", error);
    free(error);
    return EXIT_INTERNAL;
  }
  ledger_contents c;
  ledger_read(l, &c);
  testcase *inputs = mem_zeroed(c.bugs.count, sizeof *inputs);
  add_inputs(c.bugs.items, c.bugs.count, inputs, outdir_path(out));
  finish_tolerate(s->o, c.bugs.items, c.bugs.count);
  char *why = reason(s);
  report_count cut[LEDGER_CUTS + 1] = {{why, 1}};
  uint32_t cuts = 1;
  for (uint32_t k = 0; k < l->cuts && k < LEDGER_CUTS; k++) {
    if (!strcmp(l->cut[k].name, why)) cut[0].count += l->cut[k].count;
    else cut[cuts++] = (report_count) {l->cut[k].name, l->cut[k].count};
  }
  const run_report r = {
    .version = BRAID_VERSION, .command = s->command,
    .directory = outdir_path(out), .program = s->o->files.items[0],
    .baseline = s->o->baseline,
    .property = property_name(s->property),
    .scope = *l->scope ? l->scope : NULL, .assumptions = c.assumptions.items,
    .assumptions_count = c.assumptions.count, .cut = cut, .cut_count = cuts,
    .bugs = c.bugs.items, .bugs_count = c.bugs.count,
    .paths_completed = l->paths_completed,
    .paths_cut = l->paths_cut + 1,
    .instructions = l->instructions, .forks = l->forks, .joins = l->joins,
    .states_peak = l->states_peak, .tests = l->tests,
    .total_ms = clock_ms() - s->began_ms, .memory_peak_bytes = s->peak_bytes,
    .interrupted = s->why == OUTCOME_CUT_INTERRUPT};
  write_run_info(s, &c, out);
  int status = finish_write(s->o, &r, out);
  if (isatty(STDERR_FILENO) && !s->o->quiet) fputs("\r\033[K", stderr);
  if (!s->o->quiet) report_print(&r, stdout, isatty(STDOUT_FILENO));
  if (!s->o->quiet && !s->o->seeds)
    finish_tell_resume(jobs_queue_url(s->o) ? jobs_queue_url(s->o) : outdir_path(out));
  if (!s->why) {
    fprintf(stderr, "braid: %s; what was found until then is in %s\n", why,
            outdir_path(out));
    status = EXIT_INTERNAL;
  }
  for (uint32_t k = 0; k < c.bugs.count; k++) testcase_release(inputs + k);
  free(inputs);
  free(why);
  ledger_contents_release(&c);
  outdir_close(out);
  return status;
}

/* Both processes ----------------------------------------------------------- */

/* As the signal would have ended a process that knows nothing of it. */
static void die_of(int number) {
  sigset_t one;
  sigemptyset(&one);
  sigaddset(&one, number);
  signal(number, SIG_DFL);
  raise(number);
  sigprocmask(SIG_UNBLOCK, &one, NULL);
}

static bool died_of(const supervisor *s, int number) {
  return !s->why && WIFSIGNALED(s->status) && WTERMSIG(s->status) == number;
}

/* A limit of the machine, and no error of braid's. */
static bool was_exhausted(const ledger *l) {
  return !strncmp(l->failure, EXHAUSTED, strlen(EXHAUSTED));
}

/* The run's status, once the worker is gone. */
static int conclude(supervisor *s) {
  const ledger *l = s->ledger;
  if (l->stage != LEDGER_RUNS) {        /* there is a complete report */
    if (s->why) return l->status;
    if (l->stage == LEDGER_DONE && WIFEXITED(s->status))
      return WEXITSTATUS(s->status);
    if (died_of(s, SIGPIPE)) die_of(SIGPIPE);   /* nobody reads it */
    fputs("braid: internal error after the report was written\n", stderr);
    return EXIT_INTERNAL;
  }
  if (s->signal && !*l->directory) die_of(s->signal);   /* nothing was run */
  if ((s->signal && died_of(s, s->signal)) || died_of(s, SIGPIPE))
    s->why = OUTCOME_CUT_INTERRUPT;
  if (died_of(s, SIGABRT) && was_exhausted(l)) s->why = OUTCOME_CUT_MEMORY;
  const int status = write_report(s);
  fflush(stdout);
  return status;
}

bool supervise(const options *o, const property *p, const char *command,
               double began_ms, ledger **found, int *status) {
  supervisor s = {.o = o, .property = p, .command = command,
                  .began_ms = began_ms, .ledger = ledger_new()};
  *found = NULL;
  if (!s.ledger) return false;
  sigset_t signals, before;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGHUP);
  sigaddset(&signals, SIGCHLD);
  sigprocmask(SIG_BLOCK, &signals, &before);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  const pid_t self = getpid();
  fflush(NULL);
  s.worker = fork();
  if (s.worker <= 0) {
    sigprocmask(SIG_SETMASK, &before, NULL);
    if (s.worker < 0) {
      ledger_free(s.ledger);
      return false;
    }
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != self) _exit(EXIT_INTERNAL);
    *found = s.ledger;
    fatal_record(s.ledger->failure, sizeof s.ledger->failure);
    scratch_set_run(self);
    return false;
  }
  watch(&s, &signals);
  end_children();
  /* A contender that ran natively may have been killed. */
  if (s.ledger->stage != LEDGER_DONE || s.ledger->is_fuzz) scratch_remove_all(self);
  *status = conclude(&s);
  ledger_free(s.ledger);
  return true;
}
