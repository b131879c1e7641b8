#include "cli/replay.h"

#include "base/clock.h"
#include "base/stored.h"
#include "cli/replay_proof.h"
#include "files/pack.h"
#include "replay/coverage.h"
#include "replay/fence.h"
#include "replay/harness.h"
#include "replay/run_info.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ALL_CONFIRMED = 0, USAGE = 1, BAD_INPUT = 2, NOT_ALL = 5, CONTRADICTED = 10 };

static const char usage[] =
    "usage: braid replay [options] DIR\n"
    "\n"
    "Builds the program of the run in DIR natively with sanitizers, runs its\n"
    "tests, and says of each bug how far it is confirmed and what the suite\n"
    "covers; and, if the run proved something, which test contradicts that.\n"
    "\n"
    "  --test=N         only run this test, and show all that it prints\n"
    "  --extract=N|all  only write testN.ktest from tests.pack, or all of them\n"
    "  --timeout=S      seconds a test may take (10)\n"
    "  --max-time=S     seconds that all of it may take (600; 0: no limit)\n"
    "  --no-coverage    confirm bugs only\n"
    "  --flag=FLAG      the compiler may get FLAG, which run.info names and which is\n"
    "                   not among those that are taken from a file\n"
    "  --replay=unconfined   without a fence: the program can do all you can\n"
    "  --help           this\n"
    "\n"
    "The program runs behind a fence: it sees the system read-only, writes only\n"
    "into a directory of its own, and reaches no network and no other process.\n"
    "Where no fence is to be had, nothing is run.\n"
    "\n"
    "Exit status: 0 every bug is confirmed, 5 not every one, 10 a test of a run\n"
    "that was proved fails natively, 1 usage, 2 what is needed is not there.\n";

typedef struct request {
  const char *directory;
  uint32_t test;                /* 0: all */
  const char *extract;          /* NULL: nothing */
  pack *packed;                 /* NULL: there is none */
  uint32_t max_s;               /* for all of it; 0: no limit */
  replay_limits limits;
  VEC(const char *) flags;      /* allowed by hand */
  bool coverage, help;
} request;

static bool number_after(const char *text, const char *prefix, uint32_t low,
                         uint32_t high, uint32_t *n) {
  char *end;
  size_t length = strlen(prefix);
  if (strncmp(text, prefix, length)) return false;
  errno = 0;
  unsigned long value = strtoul(text + length, &end, 10);
  if (errno || !text[length] || *end || value < low || value > high)
    return false;
  *n = (uint32_t) value;
  return true;
}

/* NULL, or what is wrong. */
static char *parse(request *q, int argc, char **argv) {
  uint32_t seconds;
  for (int i = 1; i < argc; i++) {
    const char *a = argv[i];
    if (number_after(a, "--test=", 1, UINT32_MAX, &q->test)) continue;
    if (!strcmp(a, "--extract=all") ||
        number_after(a, "--extract=", 1, UINT32_MAX, &seconds)) {
      q->extract = strchr(a, '=') + 1;
      continue;
    }
    if (number_after(a, "--timeout=", 1, 100000, &seconds)) {
      q->limits.wall_ms = 1000 * seconds;
      q->limits.cpu_s = seconds;
    } else if (number_after(a, "--max-time=", 0, 1000000, &q->max_s)) {
      continue;
    } else if (!strcmp(a, "--replay=unconfined")) {
      q->limits.unconfined = true;
    } else if (!strcmp(a, "--replay=confined")) {
      q->limits.unconfined = false;
    } else if (!strncmp(a, "--flag=", 7)) {
      vec_push(&q->flags, a + 7);
    } else if (!strcmp(a, "--no-coverage")) {
      q->coverage = false;
    } else if (!strcmp(a, "--help") || !strcmp(a, "-h")) {
      q->help = true;
      return NULL;
    } else if (a[0] == '-') {
      return mem_format("unknown or malformed option %s", a);
    } else if (q->directory) {
      return mem_format("one directory at a time, not also %s", a);
    } else {
      q->directory = a;
    }
  }
  return q->directory ? NULL : mem_string("which directory?");
}

static int complain(char *error) {
  fprintf(stderr, "braid replay: %s\n", error);
  free(error);
  return BAD_INPUT;
}

static char *test_path(const request *q, uint32_t number) {
  return mem_format("%s/test%06u.ktest", q->directory, number);
}

static char *read_test(const request *q, uint32_t number, testcase *t) {
  char *path = test_path(q, number), *error;
  const uint32_t at = q->packed && access(path, F_OK)
      ? pack_find(q->packed, number) : 0;
  if (q->packed && access(path, F_OK) && at < pack_count(q->packed)) {
    size_t size;
    const void *bytes = pack_ktest(q->packed, at, &size);
    error = ktest_parse(t, bytes, size);
  } else {
    error = ktest_read(t, path);
  }
  free(path);
  return error;
}

/* A file of its own for one of the packed tests, or for each. */
static int extract(const request *q) {
  if (!q->packed)
    return complain(mem_format("there is no tests.pack in %s", q->directory));
  const bool all = !strcmp(q->extract, "all");
  const uint32_t wanted = all ? 0 : (uint32_t) strtoul(q->extract, NULL, 10);
  uint32_t written = 0;
  char *error = NULL;
  for (uint32_t k = 0; k < pack_count(q->packed) && !error; k++) {
    const uint32_t number = pack_number(q->packed, k);
    if (!all && number != wanted) continue;
    size_t size;
    const void *bytes = pack_ktest(q->packed, k, &size);
    char *path = test_path(q, number);
    error = file_write_whole(path, bytes, size);
    free(path);
    written += !error;
  }
  if (!error && !all && !written)
    error = mem_format("tests.pack has no test %u", wanted);
  if (error) return complain(error);
  printf("%u test%s written into %s\n", written, written == 1 ? "" : "s",
         q->directory);
  return 0;
}

/* Another user may have written run.info: NULL, or what in it is not taken. */
static char *refuse(const request *q, const replay_program *p) {
  const stored_words by_hand = {q->flags.items, q->flags.count};
  const char *flag = stored_refuses_flag(p->flags, p->flags_count, by_hand);
  if (flag)
    return mem_format("run.info has the compiler's flag %s, which is not taken from "
                      "there; to allow it: braid replay --flag=%s %s", flag, flag,
                      q->directory);
  for (uint32_t i = 0; i < p->sources_count; i++)
    if (!stored_is_file(p->sources[i]))
      return mem_format("run.info has a source that is no file: %s", p->sources[i]);
  return NULL;
}

static char *find_sources(const replay_program *p) {
  for (uint32_t i = 0; i < p->sources_count; i++)
    if (access(p->sources[i], R_OK))
      return mem_format("the source %s is gone or was moved: %s",
                        p->sources[i], strerror(errno));
  struct stat s;
  if (p->directory && stat(p->directory, &s))
    return mem_format("the directory of the build, %s, is gone: %s",
                      p->directory, strerror(errno));
  return NULL;
}

/* The program of one test, which may bring a harness of its own. */
static replay_program program_of(const request *q, const run_info *info,
                                 uint32_t test, harness_sources *sources,
                                 char **file) {
  char *path = mem_format("%s/test%06u.c", q->directory, test);
  *sources = (harness_sources) {0};
  *file = realpath(path, NULL);
  free(path);
  return *file ? harness_program(&info->program, *file, sources)
               : info->program;
}

/* Runs one test and shows everything. */
static int show_test(const request *q, const run_info *info) {
  testcase t;
  outcome kind = OUTCOME_NONE;
  char *error = read_test(q, q->test, &t);
  if (error) return complain(error);
  for (uint32_t i = 0; i < info->bugs_count; i++)
    if (info->bugs[i].test == q->test) kind = info->bugs[i].kind;
  char *directory = scratch_make(&error);
  if (!directory) {
    testcase_release(&t);
    return complain(error);
  }
  char *binary = mem_format("%s/program", directory);
  replay_limits limits = q->limits;
  limits.leaks = kind == OUTCOME_LEAK;
  harness_sources sources;
  char *file;
  const replay_program program = program_of(q, info, q->test, &sources, &file);
  error = replay_build(&program, kind == OUTCOME_UNINIT ? REPLAY_WITH_MSAN
                                                        : REPLAY_WITH_ASAN,
                       binary);
  vec_release(&sources);
  free(file);
  if (!error) {
    replay_run_result r = replay_run(binary, &t, &limits, NULL);
    fputs(r.output ? r.output : "", stdout);
    if (!r.started) puts("-- not started");
    else if (r.timed_out) puts("-- timed out");
    else if (r.signal) printf("-- ended by signal %d (%s)\n", r.signal,
                              strsignal(r.signal));
    else printf("-- ended with status %d\n", r.exit_status);
    replay_run_release(&r);
  }
  scratch_remove(directory);
  free(directory);
  free(binary);
  testcase_release(&t);
  return error ? complain(error) : 0;
}

static char *place_of(const run_info_bug *b) {
  if (!b->stack_count || !b->stack[0].file) return mem_string("?");
  const char *slash = strrchr(b->stack[0].file, '/');
  return mem_format("%s:%u", slash ? slash + 1 : b->stack[0].file,
                    b->stack[0].line);
}

static void put_row(const run_info_bug *b, const replay_answer *a) {
  char *place = place_of(b);
  printf("test%06u  %-16s %-20s %s", b->test, outcome_text(b->kind), place,
         replay_tier_sentence(a->tier));
  if (a->detail)
    printf(" (%.*s)", (int) strcspn(a->detail, "\n"), a->detail);
  putchar('\n');
  fflush(stdout);
  free(place);
}

static int confirm_bugs(const request *q, const run_info *info) {
  replay_session *s = replay_session_new(&info->program, &q->limits);
  uint32_t confirmed = 0, built = 0, missed = 0;
  char *error = NULL;
  if (!info->bugs_count) puts("The run found no bugs.");
  else printf("%-11s %-16s %-20s %s\n", "test", "bug", "place", "confirmed");
  for (uint32_t i = 0; i < info->bugs_count && !error && !process_stop; i++) {
    const run_info_bug *b = &info->bugs[i];
    replay_prediction p = {.kind = b->kind, .stack = b->stack, .stack_count = b->stack_count};
    testcase t = {0};
    /* A bug without a test needs no input. */
    error = b->test ? read_test(q, b->test, &t) : NULL;
    if (error) break;
    harness_sources sources;
    char *file;
    const replay_program program = program_of(q, info, b->test, &sources,
                                              &file);
    replay_session *own = file ? replay_session_new(&program, &q->limits)
                               : NULL;
    replay_answer a = replay_confirm(own ? own : s, &p, &t);
    replay_session_free(own);
    vec_release(&sources);
    free(file);
    testcase_release(&t);
    if (a.tier == REPLAY_NOT_BUILT && !built) {
      error = a.detail;
      break;
    }
    built += a.tier != REPLAY_NOT_BUILT;
    missed += a.tier == REPLAY_NO_TIME;
    confirmed += replay_tier_confirms(a.tier) && a.tier != REPLAY_NO_TIME;
    put_row(b, &a);
    free(a.detail);
  }
  replay_session_free(s);
  if (error) return complain(error);
  if (info->bugs_count)
    printf("%u of %u confirmed\n", confirmed, info->bugs_count);
  if (missed)
    printf("%u not run: the %u s for all of it (--max-time) were up\n", missed,
           q->max_s);
  return confirmed == info->bugs_count ? ALL_CONFIRMED : NOT_ALL;
}

/* Of a proof: whether a test speaks against it. */
static int doubt(const request *q, const run_info *info) {
  VEC(replay_proof_test) tests = {0};
  uint32_t failed = 0;
  for (uint32_t n = 1; n <= info->tests; n++) {
    replay_proof_test t = {.number = n};
    char *why = read_test(q, n, &t.test);
    if (!why) vec_push(&tests, t);
    free(why);
  }
  char *error = tests.count ? replay_proof(info, &q->limits, tests.items, tests.count, &failed)
                            : NULL;
  for (uint32_t k = 0; k < tests.count; k++) testcase_release(&tests.items[k].test);
  vec_release(&tests);
  if (error) return complain(error);
  return failed ? CONTRADICTED : ALL_CONFIRMED;
}

static int measure(const request *q, const run_info *info) {
  VEC(testcase) tests = {0};
  coverage c;
  char *lcov = NULL, *error = NULL;
  uint32_t broken = 0;
  for (uint32_t n = 1; n <= info->tests; n++) {
    testcase t;
    char *why = read_test(q, n, &t);
    if (!why) vec_push(&tests, t);
    else if (!broken++) fprintf(stderr, "braid replay: %s\n", why);
    free(why);
  }
  if (broken > 1)
    fprintf(stderr, "braid replay: and %u more tests cannot be read\n",
            broken - 1);
  if (!tests.count) error = mem_string("there are no tests to measure");
  if (!error)
    error = coverage_measure(&info->program, tests.items, tests.count,
                             &q->limits, &c, &lcov);
  if (!error) {
    char *path = mem_format("%s/coverage.lcov", q->directory);
    if (c.tests_run < tests.count)
      printf("%u of %u tests were run for coverage: the %u s for all of it "
             "(--max-time) were up\n", c.tests_run, tests.count, q->max_s);
    error = file_write_whole(path, lcov, strlen(lcov));
    if (!error)
      printf("%u test%s cover%s %llu of %llu lines, %llu of %llu branches: "
             "%s\n", c.tests_run, c.tests_run == 1 ? "" : "s",
             c.tests_run == 1 ? "s" : "", (unsigned long long) c.lines_hit,
             (unsigned long long) c.lines_total,
             (unsigned long long) c.branches_hit,
             (unsigned long long) c.branches_total, path);
    free(path);
  }
  free(lcov);
  for (uint32_t i = 0; i < tests.count; i++) testcase_release(&tests.items[i]);
  int status = error ? BAD_INPUT : 0;
  if (error && !tests.count) status = 0;        /* nothing was asked */
  if (error && process_is_time_up()) status = NOT_ALL;
  if (error) fprintf(stderr, "braid replay: coverage: %s\n", error);
  free(error);
  vec_release(&tests);
  return status;
}

/* Says behind what the runs happen; NULL, or why none can. */
static char *choose_fence(const request *q) {
  const fence_kind k = q->limits.unconfined ? FENCE_UNCONFINED : fence_best();
  const char *why = fence_obstacle();
  if (k == FENCE_MISSING)
    return mem_format("nothing is run natively: no fence is available (%s); "
                      "--replay=unconfined runs the program without", why);
  printf("Native runs: %s%s%s%s\n", fence_sentence(k), why ? " (" : "",
         why ? why : "", why ? ")" : "");
  fflush(stdout);
  return NULL;
}

/* The program under test is in a process group of its own: the terminal's
 * signal reaches only us. */
static void stop(int number) {
  (void) number;
  process_stop = 1;
}

int cli_replay(int argc, char **argv) {
  request q = {.limits = replay_default_limits, .coverage = true,
               .max_s = 600};
  char *error = parse(&q, argc, argv);
  run_info info;
  if (error) {
    fprintf(stderr, "braid replay: %s; see braid replay --help\n", error);
    free(error);
    return USAGE;
  }
  if (q.help) {
    fputs(usage, stdout);
    return 0;
  }
  q.packed = pack_open(q.directory, &error);
  if (error) return complain(error);
  if (q.extract) {
    const int extracted = extract(&q);
    pack_close(q.packed);
    return extracted;
  }
  error = run_info_read(&info, q.directory);
  if (error) {
    pack_close(q.packed);
    return complain(error);
  }
  signal(SIGINT, stop);
  signal(SIGTERM, stop);
  if (q.max_s)
    process_deadline_ns = clock_ns() + UINT64_C(1000000000) * q.max_s;
  info.program.unconfined = q.limits.unconfined;
  error = refuse(&q, &info.program);
  if (!error) error = find_sources(&info.program);
  if (!error) error = choose_fence(&q);
  int status;
  if (error) status = complain(error);
  else if (q.test) status = show_test(&q, &info);
  else {
    const bool runs_tests = info.program.entry_kind != REPLAY_HARNESS &&
                            replay_is_native(&info.program);
    status = confirm_bugs(&q, &info);
    if (info.verdict && status != BAD_INPUT && !process_stop && runs_tests) {
      const int doubted = doubt(&q, &info);
      if (doubted) status = doubted;
    }
    if (q.coverage && status != BAD_INPUT && !process_stop && runs_tests) {
      const int measured = measure(&q, &info);
      if (measured && status != CONTRADICTED) status = measured;
    }
  }
  run_info_release(&info);
  pack_close(q.packed);
  vec_release(&q.flags);
  if (process_stop) fputs("braid replay: interrupted\n", stderr);
  return process_stop ? NOT_ALL : status;
}
