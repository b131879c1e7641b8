#include "cli/work.h"

#include "base/clock.h"
#include "base/limits.h"
#include "base/mem.h"
#include "base/options.h"
#include "base/process.h"
#include "base/sha.h"
#include "cli/confine.h"
#include "cli/run.h"
#include "jobs/jobs.h"
#include "jobs/queue_url.h"
#include "jobs/resume.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { EXIT_USAGE = 1, EXIT_INPUT = 2, EXIT_LEFT = 5 };
enum { MOST = 1024, DEATHS = 10, WAIT_MS = 60000 };

static const char usage[] =
    "usage: braid work [options] redis://[USER[:PASSWORD]@]HOST[:PORT]/NAME\n"
    "       braid work [options] redis+unix:///PATH/OF/SOCKET/NAME\n"
    "       braid work [options] postgresql://[USER[:PASSWORD]@]HOST[:PORT]/DATABASE/NAME\n"
    "\n"
    "Takes jobs of the run that braid run --queue=URL leads, here or on another\n"
    "machine, until none is left.  Program and options come from the server; this\n"
    "braid must be the same build.  A password may be in BRAID_QUEUE_PASSWORD.\n"
    "\n"
    "  --queue-key=FILE   the key of a queue that is sealed\n"
    "  --unconfined       without Landlock: the process can read and write all you can\n"
    "  --jobs=N           so many processes; 1\n"
    "  --wait=TIME        for the server, and for a run to begin; 60s\n"
    "  --max-time=TIME    leave after so long; what is open goes back\n"
    "  --max-memory=SIZE  of each process; as the run says\n"
    "  --quiet            say nothing but errors\n"
    "  --help             this\n"
    "\n"
    "Exit status: 0 the run has no job left, 1 usage, 2 no server, no run, or one of\n"
    "another build, 5 left before that: stopped, or the server is gone.\n";

typedef struct work {
  const char *url;
  char *token;                  /* which run is there */
  uint64_t jobs, wait_ms, max_time_ms, max_memory_bytes;
  bool is_quiet, is_unconfined;
} work;

static int fail(int status, char *message) {
  fprintf(stderr, "braid work: %s\n", message);
  free(message);
  return status;
}

/* The command line ----------------------------------------------------------- */

static const char *after_name(const char *word, const char *name) {
  const size_t n = strlen(name);
  return !strncmp(word, name, n) && word[n] == '=' ? word + n + 1 : NULL;
}

/* NULL, or a message. */
static char *read_word(work *w, const char *word) {
  const char *said;
  char *end;
  if (!strcmp(word, "--quiet")) {
    w->is_quiet = true;
  } else if (!strcmp(word, "--unconfined")) {
    w->is_unconfined = true;
  } else if ((said = after_name(word, "--queue-key"))) {
    return resume_use_key(said);
  } else if ((said = after_name(word, "--jobs"))) {
    w->jobs = strtoull(said, &end, 10);
    if (*said < '0' || *said > '9' || *end || !w->jobs || w->jobs > MOST)
      return mem_format("--jobs needs a number from 1 to %d", MOST);
  } else if ((said = after_name(word, "--wait"))) {
    if (!options_read_time(said, &w->wait_ms) || w->wait_ms > INT32_MAX)
      return mem_string("--wait needs a time: --wait=60s");
  } else if ((said = after_name(word, "--max-time"))) {
    if (!options_read_time(said, &w->max_time_ms))
      return mem_string("--max-time needs a time: --max-time=1h");
  } else if ((said = after_name(word, "--max-memory"))) {
    if (!options_read_size(said, &w->max_memory_bytes))
      return mem_string("--max-memory needs a size: --max-memory=2GiB");
  } else if (*word == '-') {
    return mem_format("unknown option %s; braid work --help", word);
  } else if (w->url) {
    return mem_string("one queue at a time");
  } else {
    w->url = word;
  }
  return NULL;
}

static char *read_command(work *w, int argc, char **argv) {
  queue_url url;
  *w = (work) {.jobs = 1, .wait_ms = WAIT_MS};
  for (int k = 1; k < argc; k++) {
    char *message = read_word(w, argv[k]);
    if (message) return message;
  }
  if (!w->url) return mem_string("needs an URL: braid work redis://HOST/NAME");
  char *message = queue_url_read(&url, w->url);
  if (!message) queue_url_release(&url);
  return message;
}

/* The run -------------------------------------------------------------------- */

/* Whether there is one: its token.  Or a message. */
static bool find_run(work *w, char **error) {
  size_t size;
  if (!job_ledger_is_there(w->url, error)) return false;
  job_ledger_file *l = job_ledger_open_blind(w->url, error);
  if (l) w->token = job_ledger_get(l, "token", &size);
  job_ledger_close(l);
  free(*error);                 /* it may end just now */
  *error = NULL;
  return w->token;
}

/* Who is started beside the first process may be there before it. */
static char *await_run(work *w) {
  const double until = clock_ms() + (double) w->wait_ms;
  char *error;
  limits.jobs_queue_patience = (uint32_t) w->wait_ms;
  while (!find_run(w, &error)) {
    if (error) return error;
    if (clock_ms() >= until) {
      char *shown = queue_url_shown(w->url);
      error = mem_format("%s: there is no run in this queue", shown);
      free(shown);
      return error;
    }
    usleep(100000);
  }
  return NULL;
}

typedef struct run_facts {
  char *command;                /* words, a NUL behind each */
  size_t command_size;
  VEC(char *) words;
  VEC(char *) files;            /* of the program, in the scratch directory */
  char *property;               /* ... and the property's; NULL: there is none */
} run_facts;

static char *fetch_property(job_ledger_file *l, const char *directory, run_facts *f) {
  size_t size;
  char *text = job_ledger_get(l, "property", &size);
  if (!text) return NULL;
  f->property = mem_format("%s/property.prp", directory);
  char *message = file_write_whole(f->property, text, size);
  free(text);
  return message;
}

/* The run's command, and its program as files below the directory. */
static char *fetch(const char *url, const char *directory, run_facts *f) {
  char *message = NULL;
  size_t size;
  job_ledger_file *l = job_ledger_open(url, false, &message);
  if (!l) return message;
  char *build = job_ledger_get(l, "build", &size), *mine = jobs_build();
  f->command = job_ledger_get(l, "command", &f->command_size);
  char *digests = job_ledger_get(l, "program", &size);
  if (!build || !f->command || !f->command_size || f->command[f->command_size - 1] ||
      !digests || !size || digests[size - 1])
    message = mem_format("the run in the queue is not whole: %s", job_ledger_error(l));
  else if (strcmp(build, mine))
    message = mem_format("the run is of braid %s, and this is braid %s: all must be the "
                         "same build", build, mine);
  for (size_t at = 0; !message && at < size; at += strlen(digests + at) + 1) {
    size_t bytes_size;
    char *bytes = job_ledger_get_file(l, digests + at, &bytes_size);
    char *copy = mem_format("%s/%u.bc", directory, (unsigned) f->files.count);
    if (!bytes) message = mem_string("the program is not in the queue");
    else if (strcmp(sha256(bytes, bytes_size).hex, digests + at))
      message = mem_string("the program in the queue is not what its digest says");
    else message = file_write_whole(copy, bytes, bytes_size);
    vec_push(&f->files, copy);
    free(bytes);
  }
  if (!message) message = fetch_property(l, directory, f);
  free(digests);
  free(build);
  free(mine);
  job_ledger_close(l);
  return message;
}

/* Nothing that a queue says is a path here: what the first process reads or writes is its
 * own, and the property comes by the queue. */
static char *drop_paths(options *o, const char *copy) {
  if (o->root || o->witness)
    return mem_format("the run in the queue has %s: no worker takes that from a queue",
                      o->root ? "--root" : "--witness");
  if (o->property && !copy)
    return mem_string("the run in the queue is not whole: its property is missing");
  o->property = o->property ? copy : NULL;
  o->seeds = o->corpus = o->cache = o->sarif = o->baseline = o->write_witness = NULL;
  vec_clear(&o->flags);         /* the program is compiled already */
  o->replay = REPLAY_OFF;
  o->coverage = false;
  return NULL;
}

/* The program's copies take its place, under its name. */
static char *set_options(const work *w, run_facts *f, const char *out, options *o) {
  char *message = NULL;
  for (size_t at = 0; at < f->command_size; at += strlen(f->command + at) + 1)
    vec_push(&f->words, f->command + at);
  const int argc = (int) f->words.count;
  vec_push(&f->words, NULL);
  options_init(o);
  if (!options_parse(o, argc, f->words.items, &message)) return message;
  if ((message = drop_paths(o, f->property))) return message;
  vec_clear(&o->originals);
  for (uint32_t k = 0; k < o->files.count; k++)
    vec_push(&o->originals, o->files.items[k]);
  vec_clear(&o->files);
  for (uint32_t k = 0; k < f->files.count; k++) vec_push(&o->files, f->files.items[k]);
  o->queue = w->url;
  o->run_token = w->token;
  o->resume = NULL;
  o->output_dir = out;
  o->quiet = true;
  o->keep = o->dump_ir = false;
  o->max_time_ms = w->max_time_ms;
  if (w->max_memory_bytes) o->max_memory_bytes = w->max_memory_bytes;
  return NULL;
}

static int take_part(const work *w) {
  options o;
  run_facts f = {.command = NULL};
  char *message = NULL, *directory = scratch_make(&message);
  if (!directory) return fail(EXIT_INPUT, message);
  char *out = mem_format("%s/out", directory);
  message = fetch(w->url, directory, &f);
  if (message && job_ledger_has_ended(w->url, w->token)) return 0;
  if (!message && !w->is_unconfined) message = confine(directory, w->url);
  if (message || (message = set_options(w, &f, out, &o)))
    return fail(EXIT_INPUT, message);
  return cli_run_work(&o);      /* mostly it does not return */
}

/* Processes ------------------------------------------------------------------ */

static volatile sig_atomic_t stopped;
static void on_stop(int number) {
  stopped = number;
}

static pid_t start(const work *w) {
  fflush(NULL);
  const pid_t parent = getpid(), id = fork();
  if (id) return id;
  static const int usual[] = {SIGINT, SIGTERM, SIGHUP};
  for (unsigned k = 0; k < 3; k++) signal(usual[k], SIG_DFL);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(EXIT_LEFT);
  const int status = take_part(w);
  fflush(NULL);
  _exit(status);
}

typedef VEC(pid_t) pids;

/* One has ended; a process that died is begun anew, some times: its job may be at fault,
 * and then that is given up by the queue. */
static void take_end(const work *w, pids *all, pid_t id, int how, unsigned *deaths,
                     int *status) {
  uint32_t k = 0;
  while (k < all->count && all->items[k] != id) k++;
  if (k == all->count) return;
  scratch_remove_all(id);
  all->items[k] = all->items[--all->count];
  if (WIFEXITED(how)) {
    if (WEXITSTATUS(how) > *status) *status = WEXITSTATUS(how);
    return;
  }
  fprintf(stderr, "braid work: a process was ended by signal %d\n", WTERMSIG(how));
  const pid_t again = !stopped && ++*deaths < DEATHS ? start(w) : -1;
  if (again > 0) vec_push(all, again);
  else if (*status < EXIT_LEFT) *status = EXIT_LEFT;
}

static int watch(const work *w) {
  static const int caught[] = {SIGINT, SIGTERM, SIGHUP};
  struct sigaction a = {.sa_handler = on_stop};
  pids all = {0};
  unsigned deaths = 0;
  int status = 0, sent = 0;
  for (unsigned k = 0; k < 3; k++) sigaction(caught[k], &a, NULL);
  for (uint64_t k = 0; k < w->jobs; k++) {
    const pid_t id = start(w);
    if (id > 0) vec_push(&all, id);
  }
  while (all.count) {
    int how;
    if (stopped && !sent) {
      sent = SIGTERM;
      for (uint32_t k = 0; k < all.count; k++) kill(all.items[k], sent);
    }
    const pid_t id = waitpid(-1, &how, 0);
    if (id > 0) take_end(w, &all, id, how, &deaths, &status);
    else if (errno == ECHILD) break;
  }
  vec_release(&all);
  return status;
}

int cli_work(int argc, char **argv) {
  work w;
  if (argc == 2 && !strcmp(argv[1], "--help")) {
    fputs(usage, stdout);
    return 0;
  }
  char *message = read_command(&w, argc, argv);
  if (message) return fail(EXIT_USAGE, message);
  if ((message = await_run(&w))) return fail(EXIT_INPUT, message);
  char *shown = queue_url_shown(w.url);
  if (!w.is_quiet) fprintf(stderr, "braid work: at work on %s\n", shown);
  const int status = watch(&w);
  if (!w.is_quiet && status == 0)
    fprintf(stderr, "braid work: %s has no job left\n", shown);
  if (!w.is_quiet && status == EXIT_LEFT)
    fprintf(stderr, "braid work: left %s before the run has ended\n", shown);
  free(shown);
  free(w.token);
  return status;
}
