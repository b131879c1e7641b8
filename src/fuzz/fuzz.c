#include "base/clock.h"
#include "base/limits.h"
#include "base/mem.h"
#include "base/process.h"
#include "base/share.h"
#include "files/corpus.h"
#include "files/outdir.h"
#include "fuzz/fuzzer.h"
#include "fuzz/smaller.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/*
 * Two processes on one directory of inputs: the fuzzer writes there what covers
 * something new and reads what is new in it, and so does `braid run --seeds
 * --corpus`.  Inputs that crash the fuzzer's target are kept apart, and given to
 * braid as seeds: what it makes of them is in its report.  Either process may end at
 * any time: it is started again while the other goes on.
 *
 * At first all run.  Then the fuzzer has one core.  The other is braid's as long as its
 * inputs show the fuzzer something new; when they have not for a while a second fuzzer has
 * it, under the same rule, while braid is stopped; and so on.  The while is halved by a
 * round that brought nothing.  Where braid has ended the core stays the fuzzer's.
 */
enum { EXIT_USAGE = 1, EXIT_INPUT = 2, EXIT_BUG = 10 };
/* For braid to look at crashes that came after its end: one run that hangs.  To make inputs of
 * crashes and of bugs smaller: 300 runs of 6 ms. */
enum { LATE_MS = SMALLER_RUN_MS, MINIMISE_S = 2, SMALLER_RUNS = 300 };
enum { FUZZER_SIDE, SECOND_SIDE, BRAID_SIDE, SIDES };

typedef struct side {
  pid_t pid;                    /* 0: it does not run */
  int fd;                       /* what it says; -1: nothing */
  double began_ms;
  unsigned starts, failures;    /* failures: one after the other, at once */
  uint32_t crashes;             /* that were known when it ended last */
  bool is_done;                 /* it ended by itself, or is not to be started */
  bool is_stopped;              /* the core is another's */
  double patience_ms;           /* without anything new, of the second core's; 0: at first */
  int status;                   /* as of waitpid */
  char line[1024];              /* that it says now, ... */
  unsigned length;
  char last[1024];              /* ... and said last, of braid */
} side;

typedef struct fuzz {
  options o;
  int argc;
  char **argv;                  /* for braid run: without --with */
  fuzzer_kind kind;
  fuzzer fuzzer;
  uint64_t max_len;             /* 0: none was given */
  char *scratch, *report, *output;
  side sides[SIDES];
  unsigned holder;              /* of the second core: SECOND_SIDE or BRAID_SIDE, ... */
  double held_ms;               /* ... and when it began, or brought something last */
  uint64_t news;                /* that were known of it */
  bool has_brought;             /* ... since it began */
  bool is_shared;               /* at first nobody is stopped */
  uint64_t taken, by_braid;     /* edges that the fuzzer took from others, from braid */
  double began_ms, shown_ms, exchanged_ms;
  bool is_terminal, is_ending;
  bool is_without;              /* braid: the fuzzers alone, to be measured beside */
} fuzz;

static void usage(FILE *out) {
  fputs("usage: braid fuzz TARGET.c... --corpus=DIR [--with=afl|libfuzzer] [OPTIONS]\n"
        "\n"
        "Builds the fuzz target (LLVMFuzzerTestOneInput) for a fuzzer and for braid, and\n"
        "runs both on the inputs in DIR: each takes up what the other finds.  Ends after\n"
        "--max-time, by Ctrl-C, or when braid has explored everything, with braid's\n"
        "report and what the fuzzer found.\n"
        "\n"
        "  --corpus=DIR        inputs to begin with, if any, and all that are found\n"
        "  --with=libfuzzer    the fuzzer: clang's own\n"
        "  --with=afl          AFL++\n"
        "  --help              this\n"
        "\n"
        "All other options are those of braid run, which gets them.  The fuzzer runs the\n"
        "target unconfined, as it does by itself.\n"
        "\n"
        "Exit status: 10 a bug was found, else as braid run.\n", out);
}

static int fail(int status, char *message) {
  fprintf(stderr, "braid fuzz: %s\n", message);
  free(message);
  return status;
}

static volatile sig_atomic_t is_stopped;

static void on_signal(int number) {
  (void) number;
  is_stopped = 1;
}

/* Processes ---------------------------------------------------------------- */

/* In a group of its own, so that Ctrl-C comes here only.  It says things on the
 * pipe; what it prints goes to the file, or there as well. */
static bool start(side *s, const char *const *argv, const char *to,
                  const char *const *environment) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC)) return false;
  const pid_t pid = fork();
  if (pid < 0) {
    close(ends[0]);
    close(ends[1]);
    return false;
  }
  if (!pid) {
    setpgid(0, 0);
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    const int out = to ? open(to, O_WRONLY | O_CREAT | O_TRUNC, 0666) : ends[1];
    const int in = open("/dev/null", O_RDONLY);
    dup2(in, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    dup2(ends[1], STDERR_FILENO);
    for (; environment && *environment; environment++)
      putenv((char *) (uintptr_t) *environment);
    execvp(argv[0], (char *const *) (uintptr_t) argv);
    dprintf(STDERR_FILENO, "cannot start %s: %s\n", argv[0], strerror(errno));
    _exit(127);
  }
  setpgid(pid, pid);            /* in both processes: the group may be stopped at once */
  close(ends[1]);
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  s->pid = pid;
  s->fd = ends[0];
  s->began_ms = clock_ms();
  s->starts++;
  s->length = 0;
  return true;
}

static void go_on(side *s) {
  if (s->is_stopped && s->pid) kill(-s->pid, SIGCONT);
  s->is_stopped = false;
}

static void pause_side(side *s) {
  if (!s->is_stopped && s->pid) kill(-s->pid, SIGSTOP);
  s->is_stopped = s->pid != 0;
}

static void start_fuzzer(fuzz *z) {
  char *library = share_find("feeder.so");
  char *feeder = mem_format("AFL_CUSTOM_MUTATOR_LIBRARY=%s", library ? library : "");
  char *feed = mem_format("BRAID_FUZZ_FEED=%s", z->fuzzer.corpus);
  char *counts = mem_format("BRAID_FUZZ_COUNTS=%s", z->fuzzer.counts);
  /* It may take seconds to begin, and reads its own files when it does so again. */
  char *since = mem_format("BRAID_FUZZ_SINCE=%s",
                           z->sides[FUZZER_SIDE].starts ? "" : z->fuzzer.begin);
  char *second = mem_format("BRAID_FUZZ_FEED_ALSO=%s", z->fuzzer.units);
  /* What seeds are compared with is braid's to solve; AFL++ does it in one go, and is not
   * fed meanwhile. */
  const char *const quiet[] = {
    "AFL_CMPLOG_ONLY_NEW=1", "AFL_NO_UI=1", "AFL_SKIP_CPUFREQ=1", "AFL_NO_AFFINITY=1",
    "AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1", "AFL_AUTORESUME=1",
    "AFL_IGNORE_SEED_PROBLEMS=1", "AFL_QUIET=1",
    "ASAN_OPTIONS=abort_on_error=1:symbolize=0:detect_leaks=0", feed, feeder,
    counts, second, since, NULL};
  fuzzer_command c = {0};
  fuzzer_start(&z->fuzzer, z->max_len, &c);
  start(z->sides + FUZZER_SIDE, c.words.items, NULL, z->kind == FUZZER_AFL ? quiet : NULL);
  fuzzer_command_release(&c);
  free(library);
  free(feeder);
  free(feed);
  free(counts);
  free(second);
  free(since);
}

static void start_second(fuzz *z) {
  side *s = z->sides + SECOND_SIDE;
  fuzzer_command c = {0};
  if (fuzzer_start_second(&z->fuzzer, &z->o, !s->starts, &c))
    start(s, c.words.items, NULL, NULL);
  else
    s->is_done = true;
  fuzzer_command_release(&c);
  if (s->starts < 2) return;    /* it is built */
  if (z->began_ms <= 0) z->began_ms = clock_ms();
  if (z->holder == BRAID_SIDE && !z->is_shared) pause_side(s);
}

/* What braid calls a check of UBSan's; NULL: it is clang that leaves it out. */
static const char *check_of(const char *word, size_t length) {
  static const char overflow[] = "signed-integer-overflow";
  if (length == sizeof overflow - 1 && !strncmp(word, overflow, length))
    return outcome_text(OUTCOME_OVERFLOW);
  for (unsigned k = 1; k < OUTCOME_COUNT; k++) {
    const char *name = outcome_text((outcome) k);
    if (outcome_is_bug((outcome) k) && strlen(name) == length &&
        !strncmp(word, name, length))
      return name;
  }
  return NULL;
}

/* What the fuzzer's build does not look for, by -fno-sanitize=..., braid does not. */
static void drop_checks(const fuzz *z, fuzzer_command *c) {
  static const char prefix[] = "-fno-sanitize=";
  for (uint32_t k = 0; k < z->o.flags.count; k++) {
    const char *word = z->o.flags.items[k];
    if (strncmp(word, prefix, sizeof prefix - 1)) continue;
    for (word += sizeof prefix - 1; *word;) {
      const size_t length = strcspn(word, ",");
      const char *name = check_of(word, length);
      if (name) fuzzer_command_own(c, mem_format("--no-check=%s", name));
      word += length + (word[length] == ',');
    }
  }
}

/* The options of the user's, and ours; with only crashes as seeds at the end. */
static void start_braid(fuzz *z, const char *seeds, const char *output,
                        uint64_t time_ms) {
  char *braid = share_sibling("braid");
  if (!braid) return;
  fuzzer_command c = {0};
  static const char *const ours[] = {
    "run", "--merge=off", "--limit", "finding_progress_ms=1000",
    "--tests=new",              /* to write one a path takes longer than the path */
    NULL};
  fuzzer_command_own(&c, braid);
  for (unsigned k = 0; ours[k]; k++) vec_push(&c.words, ours[k]);
  if (!z->o.max_solver_ms) vec_push(&c.words, "--max-solver-time=1s");
  /* Fuzzers' inputs grow; a longer one at the start sets the length as ever. */
  if (!z->max_len) vec_push(&c.words, "--max-len=256");
  drop_checks(z, &c);
  for (int k = 1; k < z->argc; k++)
    if (strncmp(z->argv[k], "--output-dir=", 13) &&
        strncmp(z->argv[k], "--max-time=", 11) &&
        strncmp(z->argv[k], "--seeds=", 8))
      vec_push(&c.words, z->argv[k]);
  fuzzer_command_own(&c, mem_format("--seeds=%s", seeds));
  fuzzer_command_own(&c, mem_format("--output-dir=%s", output));
  if (time_ms)
    fuzzer_command_own(&c, mem_format("--max-time=%llums", (unsigned long long) time_ms));
  vec_push(&c.words, NULL);
  start(z->sides + BRAID_SIDE, c.words.items, z->report, NULL);
  fuzzer_command_release(&c);
}

static void hear_line(fuzz *z, unsigned who) {
  side *s = z->sides + who;
  if (who == FUZZER_SIDE) fuzzer_read(&z->fuzzer, s->line);
  else if (who == SECOND_SIDE) fuzzer_read_second(&z->fuzzer, s->line);
  else if (!strncmp(s->line, "braid: ", 7) && strstr(s->line, " paths, "))
    memcpy(s->last, s->line + 7, sizeof s->line - 7);
  else if (*s->line) fprintf(stderr, "%s\n", s->line);
}

static void hear(fuzz *z, unsigned who) {
  side *s = z->sides + who;
  char bytes[4096];
  ssize_t n;
  while (s->fd >= 0 && (n = read(s->fd, bytes, sizeof bytes)) > 0)
    for (ssize_t k = 0; k < n; k++) {
      if (bytes[k] != '\n') {
        if (s->length + 1 < sizeof s->line) s->line[s->length++] = bytes[k];
        continue;
      }
      s->line[s->length] = 0;
      hear_line(z, who);
      s->length = 0;
    }
}

/* Whether it has ended.  What it started ends with it: the group is its own as long as
 * nobody has waited for its first process. */
static bool has_ended(side *s) {
  siginfo_t info = {0};
  if (waitid(P_PID, (id_t) s->pid, &info, WEXITED | WNOHANG | WNOWAIT) || !info.si_pid)
    return false;
  kill(-s->pid, SIGKILL);
  waitpid(s->pid, &s->status, 0);
  return true;
}

static void stop_side(side *s, int signal_number, unsigned ms) {
  if (!s->pid) return;
  kill(s->pid, signal_number);
  go_on(s);
  for (unsigned waited = 0; waited < ms; waited += 20) {
    if (has_ended(s)) {
      s->pid = 0;
      return;
    }
    usleep(20000);
  }
  kill(-s->pid, SIGKILL);
  waitpid(s->pid, &s->status, 0);
  s->pid = 0;
}

/* AFL++'s servers have sessions of their own, and leave stopped children behind.  Since
 * this process adopts them, they are those that are no side. */
static bool ends_one(const side *last) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int) getpid(), (int) getpid());
  FILE *f = fopen(path, "re");
  bool found = false;
  for (int pid; f && !found && fscanf(f, "%d", &pid) == 1;) {
    found = pid != last->pid && !kill(pid, SIGKILL);
    if (found) waitpid(pid, NULL, 0);
  }
  if (f) fclose(f);
  return found;
}

/* A server's own come after it. */
static void end_adopted(const side *last) {
  while (ends_one(last)) {}
}

/* The screen --------------------------------------------------------------- */

static void show(fuzz *z) {
  const double now = clock_ms();
  const fuzzer *f = &z->fuzzer;
  if (z->o.quiet ||
      now - z->shown_ms < (z->is_terminal ? 1000 : (double) limits.finding_progress_ms))
    return;
  if (z->is_terminal && z->shown_ms > z->began_ms) fputs("\033[2A", stderr);
  const char *clear = z->is_terminal ? "\033[K" : "";
  fprintf(stderr,
          "%sfuzz: %.0f s, %s: %llu edges (%llu by braid's inputs), %llu inputs, "
          "%llu runs/s, %u crash%s, started %u time%s\n",
          clear, z->began_ms > 0 ? (now - z->began_ms) / 1e3 : 0, fuzzer_word(f->kind),
          (unsigned long long) f->edges,
          (unsigned long long) z->by_braid,
          (unsigned long long) f->inputs, (unsigned long long) f->runs_a_second,
          f->found.count, f->found.count == 1 ? "" : "es",
          z->sides[FUZZER_SIDE].starts, z->sides[FUZZER_SIDE].starts == 1 ? "" : "s");
  fprintf(stderr, "%sfuzz: braid: %s%s\n", clear,
          z->sides[BRAID_SIDE].is_stopped ? "(the fuzzer has its core) " : "",
          *z->sides[BRAID_SIDE].last ? z->sides[BRAID_SIDE].last
          : z->sides[BRAID_SIDE].pid ? "begins" : "ended");
  z->shown_ms = now;
}

/* The run ------------------------------------------------------------------ */

static uint32_t count_crashes(const fuzz *z) {
  uint32_t count = z->fuzzer.unnamed.count + (z->fuzzer.naming != NULL);
  for (uint32_t k = 0; k < z->fuzzer.found.count; k++)
    count += z->fuzzer.found.items[k].count;
  return count;
}

static bool has_crashes(const fuzz *z) { return z->fuzzer.found.count > 0; }

/* A fuzzer that ends within a second has failed to start; after 20 such it is given up: within 20
 * seconds. */
enum { QUICK_MS = 1000, MOST_FAILURES = 20 };

/* Who ended is started again, unless it ended by itself or cannot stay up. */
static void look_at(fuzz *z, unsigned who) {
  side *s = z->sides + who;
  if (!s->pid || !has_ended(s)) return;
  hear(z, who);
  close(s->fd);
  s->fd = -1;
  s->pid = 0;
  const bool is_quick = clock_ms() - s->began_ms < (double) QUICK_MS;
  const bool is_braid = who == BRAID_SIDE;
  s->is_stopped = false;
  /* One that found a crash did its work, however quickly. */
  const uint32_t crashes = count_crashes(z);
  s->failures = is_quick && (is_braid || crashes == s->crashes) ? s->failures + 1 : 0;
  s->crashes = crashes;
  if (is_braid && WIFEXITED(s->status) && WEXITSTATUS(s->status) != 6) {
    s->is_done = true;
    return;
  }
  if (s->failures >= MOST_FAILURES) {
    s->is_done = true;
    fprintf(stderr, "braid fuzz: %s ended %u times at once and is not started again\n",
            is_braid ? "braid" : fuzzer_word(z->kind), s->failures);
    return;
  }
  if (!is_braid) fuzzer_tidy(&z->fuzzer);
  if (z->is_ending) return;
  if (who == FUZZER_SIDE) start_fuzzer(z);
  else if (who == SECOND_SIDE) start_second(z);
  else {
    char *seeds = mem_format("%s:%s", z->o.corpus, z->fuzzer.crashes);
    scratch_remove(z->output);
    const double left = (double) z->o.max_time_ms - (clock_ms() - z->began_ms);
    start_braid(z, seeds, z->output,
                z->o.max_time_ms ? left > 1000 ? (uint64_t) left : 1000 : 0);
    free(seeds);
  }
}

static void wait_for(fuzz *z, int ms) {
  struct pollfd p[SIDES];
  for (unsigned k = 0; k < SIDES; k++)
    p[k] = (struct pollfd) {.fd = z->sides[k].fd, .events = POLLIN};
  poll(p, SIDES, ms);
  for (unsigned k = 0; k < SIDES; k++) {
    hear(z, k);
    look_at(z, k);
  }
  for (unsigned k = 0; k < SIDES; k++)
    if (p[k].revents & POLLHUP) usleep(20000);
  show(z);
}

/* A count that grows whenever who has the second core brings something new: inputs of
 * braid's, which it writes if they cover something, or edges of the second fuzzer's.
 * libFuzzer says what it took up, and does not say from whom: only one of the others
 * runs. */
static uint64_t news_of(const fuzz *z) {
  const fuzzer *f = &z->fuzzer;
  if (z->holder == SECOND_SIDE) return f->second_news;
  return z->kind == FUZZER_AFL ? f->files - f->copies : f->edges_taken;
}

static void note_news(fuzz *z) {
  const uint64_t taken = z->fuzzer.edges_taken;
  if (z->kind == FUZZER_AFL || z->holder == BRAID_SIDE) z->by_braid += taken - z->taken;
  z->taken = taken;
  if (news_of(z) > z->news) {
    z->held_ms = clock_ms();
    z->has_brought = true;
  }
  z->news = news_of(z);
}

static double patience_of(const side *s) {
  return s->patience_ms > 0 ? s->patience_ms : (double) limits.fuzz_idle_ms;
}

/* A round of the second core's holder is over. */
static void rate_round(fuzz *z) {
  side *s = z->sides + z->holder;
  const double most = (double) limits.fuzz_idle_ms, half = patience_of(s) / 2;
  s->patience_ms = z->has_brought ? most : half > most / 8 ? half : most / 8;
}

static void hand_over(fuzz *z, unsigned to) {
  side *s = z->sides + to;
  rate_round(z);
  pause_side(z->sides + z->holder);
  z->holder = to;
  z->has_brought = false;
  z->held_ms = clock_ms();
  z->news = news_of(z);
  if (s->pid) go_on(s);
  else if (to == SECOND_SIDE && !s->starts) start_second(z);
}

/* Braid follows what the fuzzers found, so that its report is of that, too. */
static bool is_late(const fuzz *z) {
  const double all = (double) z->o.max_time_ms;
  return all > 0 && clock_ms() - z->began_ms >= all - all / (double) limits.fuzz_last;
}

static bool is_round_over(const fuzz *z) {
  if (is_late(z)) return z->holder != BRAID_SIDE;
  return clock_ms() - z->held_ms > patience_of(z->sides + z->holder);
}

/* The second core changes hands when who has it brought nothing for a while, or ended, and
 * is braid's at the end. */
static void share_core(fuzz *z) {
  const unsigned other = z->holder == BRAID_SIDE ? SECOND_SIDE : BRAID_SIDE;
  note_news(z);
  if (z->is_shared) {
    if (clock_ms() - z->began_ms < (double) limits.fuzz_shared_ms) return;
    z->is_shared = false;
    z->held_ms = clock_ms();
    if (z->sides[SECOND_SIDE].starts > 1) pause_side(z->sides + other);
  }
  if (z->sides[other].is_done) return;
  if (z->sides[z->holder].is_done || is_round_over(z)) hand_over(z, other);
}

/* Between two looks at what AFL++ found: a look reads a directory of thousands of names, in a few
 * ms. */
enum { EXCHANGE_MS = 250 };

static void exchange(fuzz *z) {
  const double now = clock_ms();
  if (now - z->exchanged_ms < (double) EXCHANGE_MS) return;
  fuzzer_exchange(&z->fuzzer);
  z->exchanged_ms = now;
}

/* What is left of the crashes, for a while. */
static void name_all(fuzz *z) {
  const double until = clock_ms() + 2 * (double) LATE_MS;
  while (!is_stopped && clock_ms() < until && fuzzer_name_crashes(&z->fuzzer)) wait_for(z, 20);
  fuzzer_name_no_more(&z->fuzzer);
}

/* Until the time is up, or both have nothing to do. */
static void run_both(fuzz *z) {
  side *f = z->sides + FUZZER_SIDE, *b = z->sides + BRAID_SIDE;
  const double all = (double) z->o.max_time_ms;
  /* The last crashes are braid's to look at. */
  const double spare = all / 20 < 1000 ? all / 20 : 1000;
  while (!is_stopped && !(f->is_done && b->is_done)) {
    const double now = clock_ms();
    if (all > 0 && now - z->began_ms >= all - spare) break;
    if (b->is_done && all <= 0) break;
    exchange(z);
    share_core(z);
    wait_for(z, 100);
    fuzzer_name_crashes(&z->fuzzer);
  }
  z->is_ending = true;
  go_on(b);
  stop_side(z->sides + SECOND_SIDE, SIGTERM, 3000);
  stop_side(f, SIGTERM, 3000);
  hear(z, FUZZER_SIDE);
  hear(z, SECOND_SIDE);
  fuzzer_exchange(&z->fuzzer);
  name_all(z);
  end_adopted(b);
  fuzzer_collect(&z->fuzzer);
  fuzzer_tidy(&z->fuzzer);
  note_news(z);
  if (is_stopped && b->pid) kill(b->pid, SIGINT);
  while (b->pid) wait_for(z, 100);
}

static void print_file(const char *path) {
  char *message = NULL;
  size_t size;
  char *text = file_read_whole(path, &size, &message);
  if (text) fwrite(text, 1, size, stdout);
  free(text);
  free(message);
}

/* A run that was stopped had no time to run its bugs natively. */
static void confirm(const fuzz *z) {
  char *braid = share_sibling("braid");
  if (!braid) return;
  const char *const argv[] = {braid, "replay", "--no-coverage", z->output, NULL};
  const process_request r = {.argv = argv, .wall_ms = (uint32_t) LATE_MS * 3,
                             .output_bytes = 1 << 20};
  process_result result = process_run(&r);
  if (result.output && !result.start_error)
    printf("\nThe bugs natively:\n%s\n", result.output);
  free(result.output);
  free(braid);
}

/* A copy beside the other crashes of the run; NULL: none could be written. */
static char *keep_crash(const fuzz *z, const char *from, unsigned number) {
  char *message = NULL, *to = NULL;
  size_t size;
  char *bytes = file_read_whole(from, &size, &message);
  if (bytes) {
    to = mem_format("%s/fuzzer-crash-%u", z->output, number);
    free(message);
    message = file_write_whole(to, bytes, size);
  }
  if (message) {
    free(to);
    to = NULL;
  }
  free(bytes);
  free(message);
  return to;
}

/* One input of a bug of braid's; the smaller one is beside it. */
static void make_smaller(const fuzz *z, const char *name, bool is_first) {
  char *path = mem_format("%s/%s", z->output, name), *message = NULL;
  char *to = mem_format("%s.small", path), *tried = mem_format("%s/tried", z->scratch);
  smaller m = {.target = z->fuzzer.binary, .file = tried,
               .most_runs = SMALLER_RUNS};
  size_t size, before;
  uint8_t *bytes = (uint8_t *) file_read_whole(path, &size, &message);
  before = size;
  const char *label = is_first ? "smaller" : "";
  if (bytes && !smaller_make(&m, bytes, &size))
    printf("%-14s%s: a native run shows no error that could be kept\n", label, path);
  else if (bytes && !(message = file_write_whole(to, bytes, size)))
    printf("%-14s%s: %zu of %zu bytes, %llu runs: %s\n", label, to, size, before,
           (unsigned long long) m.runs, m.summary);
  smaller_release(&m);
  free(bytes);
  free(message);
  free(path);
  free(to);
  free(tried);
}

static void make_all_smaller(const fuzz *z) {
  DIR *d = opendir(z->output);
  bool is_first = true;
  if (!d) return;
  VEC(char *) names = {0};
  for (const struct dirent *e; (e = readdir(d));)
    if (!strncmp(e->d_name, "crash-", 6)) vec_push(&names, mem_string(e->d_name));
  closedir(d);
  for (uint32_t k = 0; k < names.count; k++) {
    if (!is_stopped) make_smaller(z, names.items[k], is_first);
    is_first = false;
    free(names.items[k]);
  }
  vec_release(&names);
}

static int finish(fuzz *z) {
  side *b = z->sides + BRAID_SIDE;
  int status = WIFEXITED(b->status) ? WEXITSTATUS(b->status) : 6;
  print_file(z->report);
  if (status == EXIT_BUG && z->o.replay != REPLAY_OFF) confirm(z);
  if (status == EXIT_BUG && z->o.replay != REPLAY_OFF) make_all_smaller(z);
  const fuzzer *f = &z->fuzzer;
  printf("fuzzer        %s: %llu edges, of which %llu by braid's inputs; %llu inputs, "
         "%llu runs; started %u time%s\n", fuzzer_word(f->kind),
         (unsigned long long) f->edges,
         (unsigned long long) z->by_braid, (unsigned long long) f->inputs,
         (unsigned long long) f->runs,
         z->sides[FUZZER_SIDE].starts, z->sides[FUZZER_SIDE].starts == 1 ? "" : "s");
  if (has_crashes(z) && !is_stopped)
    fuzzer_minimise(&z->fuzzer, MINIMISE_S);
  for (uint32_t k = 0; k < f->found.count; k++) {
    char *kept = keep_crash(z, f->found.items[k].first, k + 1);
    printf("%s%s (%u input%s; %s)\n", k ? "              " : "crashes       ",
           f->found.items[k].summary, f->found.items[k].count,
           f->found.items[k].count == 1 ? "" : "s",
           kept ? kept : f->found.items[k].first);
    free(kept);
  }
  if (has_crashes(z)) status = EXIT_BUG;
  return status;
}

/* What crashed the target after braid had ended is braid's to look at as well. */
static void look_at_late_crashes(fuzz *z) {
  char *output = mem_format("%s-crashes", z->output);
  z->sides[BRAID_SIDE].is_done = false;
  start_braid(z, z->fuzzer.crashes, output, LATE_MS);
  while (z->sides[BRAID_SIDE].pid) wait_for(z, 100);
  free(output);
}

/* By which signal __builtin_trap() ends a program depends on the machine.  libFuzzer does
 * not see SIGTRAP (it would end without a word, and without the input), and of SIGILL it
 * does not say the place.  ASan does both. */
static void catch_traps(void) {
  const char *given = getenv("ASAN_OPTIONS");
  char *all = mem_format("handle_sigtrap=1:handle_sigill=1%s%s", given ? ":" : "",
                         given ? given : "");
  setenv("ASAN_OPTIONS", all, 1);
  free(all);
}

static void begin_braid(fuzz *z) {
  if (z->is_without) {
    z->sides[BRAID_SIDE].is_done = true;
    mkdir(z->output, 0777);
    return;
  }
  char *seeds = mem_format("%s:%s", z->o.corpus, z->fuzzer.crashes);
  start_braid(z, seeds, z->output, z->o.max_time_ms);
  free(seeds);
}

static void begin_others(void *context) {
  fuzz *z = context;
  exchange(z);
  wait_for(z, 20);
}

/* Braid and the second begin while the target is built for AFL++, which is fed what comes
 * meanwhile; libFuzzer would take it for seeds, and braid's inputs are to be distinguished from
 * these.  NULL, or a message; then nothing is left. */
static char *begin_all(fuzz *z) {
  const bool is_early = z->kind == FUZZER_AFL, was_there = !access(z->output, F_OK);
  fuzzer_init(&z->fuzzer, z->kind, &z->o, z->scratch);
  z->shown_ms = clock_ms();
  z->holder = BRAID_SIDE;
  z->is_shared = true;
  if (is_early) {
    begin_braid(z);
    start_second(z);
  }
  char *message = fuzzer_build(&z->fuzzer, &z->o, begin_others, z);
  if (message) {
    stop_side(z->sides + BRAID_SIDE, SIGKILL, 1000);
    stop_side(z->sides + SECOND_SIDE, SIGKILL, 1000);
    if (is_early && !was_there) scratch_remove(z->output);
    return message;
  }
  if (z->began_ms <= 0) z->began_ms = clock_ms();
  start_fuzzer(z);
  if (!is_early) {
    const double until = clock_ms() + (double) limits.fuzz_idle_ms;
    while (!z->fuzzer.edges_first && z->sides[FUZZER_SIDE].starts == 1 && !is_stopped &&
           clock_ms() < until)
      wait_for(z, 20);          /* until it has read the seeds */
    begin_braid(z);
    start_second(z);
  }
  z->held_ms = clock_ms();
  return NULL;
}

static int run_fuzz(fuzz *z) {
  catch_traps();
  char *message = corpus_open(z->o.corpus);
  if (message) return fail(EXIT_INPUT, message);
  z->scratch = scratch_make(&message);
  if (!z->scratch) return fail(EXIT_INPUT, message);
  z->report = mem_format("%s/report.txt", z->scratch);
  struct sigaction a = {.sa_handler = on_signal};
  sigaction(SIGINT, &a, NULL);
  sigaction(SIGTERM, &a, NULL);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  signal(SIGPIPE, SIG_IGN);
  z->is_terminal = isatty(STDERR_FILENO);
  z->is_without = getenv("BRAID_FUZZ_WITHOUT") != NULL;
  if ((message = begin_all(z))) return fail(EXIT_INPUT, message);
  run_both(z);
  const side *b = z->sides + BRAID_SIDE;
  const bool was_early = !z->is_without && b->is_done && count_crashes(z) > b->crashes &&
                         WIFEXITED(b->status) && WEXITSTATUS(b->status) != EXIT_BUG;
  const int first = z->sides[BRAID_SIDE].status;
  int status;
  if (was_early && !is_stopped) {
    print_file(z->report);
    look_at_late_crashes(z);
  }
  status = finish(z);
  if (status != EXIT_BUG && WIFEXITED(first)) status = WEXITSTATUS(first);
  return status;
}

/* As braid run would choose it. */
static char *free_output(void) {
  for (unsigned n = 0;; n++) {
    char *path = mem_format("braid-out-%u", n);
    if (access(path, F_OK)) return path;
    free(path);
  }
}

/* --with and --corpus may be followed by their words. */
static char *read_words(fuzz *z, int argc, char **argv, char ***texts) {
  const char *with = "libfuzzer";
  *texts = mem_zeroed((uint32_t) argc + 1, sizeof **texts);
  z->argv = mem_zeroed((uint32_t) argc + 1, sizeof *z->argv);
  z->argv[z->argc++] = argv[0];
  for (int k = 1; k < argc; k++) {
    if (!strncmp(argv[k], "--max-len=", 10)) z->max_len = strtoull(argv[k] + 10, NULL, 10);
    if (!strncmp(argv[k], "--with=", 7)) with = argv[k] + 7;
    else if (!strcmp(argv[k], "--with") && k + 1 < argc) with = argv[++k];
    else if (!strcmp(argv[k], "--corpus") && k + 1 < argc)
      z->argv[z->argc++] = (*texts)[k] = mem_format("--corpus=%s", argv[k + 1]), k++;
    else z->argv[z->argc++] = argv[k];
  }
  z->kind = fuzzer_find(with);
  if (z->kind == FUZZERS)
    return mem_format("--with takes afl or libfuzzer, not \"%s\"", with);
  return NULL;
}

int main(int argc, char **argv) {
  fuzz z = {.sides = {{.fd = -1}, {.fd = -1}, {.fd = -1}}};
  char **texts = NULL;
  for (int k = 1; k < argc; k++)
    if (!strcmp(argv[k], "--help")) {
      usage(stdout);
      return 0;
    }
  char *message = read_words(&z, argc, argv, &texts);
  options_init(&z.o);
  int status = EXIT_USAGE;
  if (message || !options_parse(&z.o, z.argc, z.argv, &message))
    fail(EXIT_USAGE, message);
  else if (!z.o.corpus)
    fail(EXIT_USAGE, mem_string("--corpus=DIR is missing: the inputs of both"));
  else {
    z.output = z.o.output_dir ? mem_string(z.o.output_dir) : free_output();
    status = run_fuzz(&z);
    fuzzer_release(&z.fuzzer);
    if (z.scratch) scratch_remove(z.scratch);
  }
  for (int k = 0; texts && k < argc; k++) free(texts[k]);
  free(texts);
  free(z.argv);
  free(z.scratch);
  free(z.report);
  free(z.output);
  options_release(&z.o);
  return status;
}
