#include "replay/coverage.h"

#include "base/clock.h"
#include "base/limits.h"
#include "base/mem.h"
#include "base/source_names.h"
#include "replay/fence.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool starts(const char *line, const char *prefix) {
  return !strncmp(line, prefix, strlen(prefix));
}

static uint64_t number_after(const char *line, const char *prefix) {
  return strtoull(line + strlen(prefix), NULL, 10);
}

/* One SF: record: its own totals if it gives them, else counted. */
static void add_record(coverage *sum, const coverage *given,
                       const coverage *counted) {
  const coverage *lines = given->lines_total ? given : counted;
  const coverage *branches = given->branches_total ? given : counted;
  sum->lines_hit += lines->lines_hit;
  sum->lines_total += lines->lines_total;
  sum->branches_hit += branches->branches_hit;
  sum->branches_total += branches->branches_total;
}

coverage coverage_of_lcov(const char *text) {
  coverage sum = {0}, given = {0}, counted = {0};
  while (*text) {
    if (starts(text, "LF:")) given.lines_total = number_after(text, "LF:");
    if (starts(text, "LH:")) given.lines_hit = number_after(text, "LH:");
    if (starts(text, "BRF:")) given.branches_total = number_after(text, "BRF:");
    if (starts(text, "BRH:")) given.branches_hit = number_after(text, "BRH:");
    size_t length = strcspn(text, "\n");
    const char *comma = memrchr(text, ',', length);
    if (starts(text, "DA:") && comma) {
      counted.lines_total++;
      counted.lines_hit += strtoull(comma + 1, NULL, 10) != 0;
    }
    if (starts(text, "BRDA:") && comma) {
      counted.branches_total++;
      counted.branches_hit += comma[1] != '-' &&
                              strtoull(comma + 1, NULL, 10) != 0;
    }
    if (starts(text, "end_of_record")) {
      add_record(&sum, &given, &counted);
      given = counted = (coverage) {0};
    }
    text += length + (text[length] == '\n');
  }
  return sum;
}

/* "SF:" and the name, which reports use, of the file whose path stands there. */
static char *put_name(char *to, const char *from) {
  char *path = mem_format("%.*s", (int) strcspn(from, "\n") - 3, from + 3),
       *name = source_names_of("", path), *line = mem_format("SF:%s\n", name);
  assert(strlen(name) <= strlen(path));
  memcpy(to, line, strlen(line));
  to += strlen(line);
  free(line);
  free(name);
  free(path);
  return to;
}

/* Drops the records of files that are not the user's, and names the others, in place. */
static void keep_users_files(char *lcov) {
  char *to = lcov;
  bool keep = true;
  for (char *from = lcov; *from;) {
    size_t length = strcspn(from, "\n");
    length += from[length] == '\n';
    const bool is_name = starts(from, "SF:");
    if (is_name) keep = !starts(from, "SF:/usr/");
    if (keep && is_name) to = put_name(to, from);
    else if (keep) memmove(to, from, length), to += length;
    if (starts(from, "end_of_record")) keep = true;
    from += length;
  }
  *to = 0;
}

static char *tool(const char *const *argv, char **output) {
  process_request r = {.argv = argv, .wall_ms = REPLAY_TOOL_MS};
  process_result p = process_run(&r);
  char *error = NULL;
  if (p.start_error)
    error = mem_format("cannot start %s: %s", argv[0], strerror(p.start_error));
  else if (p.timed_out || p.exit_status)
    error = mem_format("%s failed: %s", argv[0], p.output);
  if (error || !output) free(p.output);
  else *output = p.output;
  return error;
}

/* The data of the tests so far: one merged file, and those not merged yet. */
typedef struct collection {
  const char *directory;
  char *merged;                 /* NULL: nothing so far */
  VEC(char *) profiles;
  unsigned round;
  uint32_t tests_run;
} collection;

static char *merge(collection *c) {
  char *next = mem_format("%s/%u.profdata", c->directory, c->round++);
  VEC(const char *) argv = {0};
  vec_push(&argv, "llvm-profdata-" BRAID_LLVM);
  vec_push(&argv, "merge");
  vec_push(&argv, "-sparse");
  vec_push(&argv, "-failure-mode=all"); /* a killed test may leave half a file */
  vec_push(&argv, "-o");
  vec_push(&argv, next);
  if (c->merged) vec_push(&argv, c->merged);
  for (uint32_t i = 0; i < c->profiles.count; i++)
    vec_push(&argv, c->profiles.items[i]);
  vec_push(&argv, NULL);
  char *error = tool(argv.items, NULL);
  for (uint32_t i = 0; i < c->profiles.count; i++) {
    unlink(c->profiles.items[i]);
    free(c->profiles.items[i]);
  }
  vec_clear(&c->profiles);
  free(c->merged);
  c->merged = next;
  vec_release(&argv);
  return error;
}

/* Profiles merged at a time: with 64 paths of at most 4 KiB the command line is well below the
 * system's limit (128 KiB at least, ARG_MAX of POSIX's usual systems). */
enum { MERGED_AT_ONCE = 64 };

/* Runs the tests; merges now and then, so that neither the directory nor a
 * command line grows with the suite. */
/* For the last merge of coverage and its export, before time is up: a quarter of a second each. */
enum { LAST_MS = 500 };

static char *run_tests(collection *c, const char *binary, const testcase *tests,
                       uint32_t count, const replay_limits *allowed) {
  char *error = NULL;
  /* What comes after them is short, and without it all was for nothing. */
  const uint64_t until_ns = process_deadline_ns,
                 last_ns = UINT64_C(1000000) * LAST_MS;
  if (until_ns) process_deadline_ns = until_ns > last_ns ? until_ns - last_ns : 1;
  for (uint32_t i = 0; i < count && !error && !process_stop &&
                       !process_is_time_up(); i++) {
    char *profile = mem_format("%s/%u.profraw", c->directory, i);
    replay_run_result r = replay_run(binary, &tests[i], allowed, profile);
    replay_run_release(&r);
    struct stat s;              /* one that was killed leaves none */
    if (stat(profile, &s) || !s.st_size) free(profile);
    else vec_push(&c->profiles, profile);
    c->tests_run += !process_is_time_up();
    if (c->profiles.count == MERGED_AT_ONCE) error = merge(c);
  }
  process_deadline_ns = until_ns;
  if (!error && process_stop) error = mem_string("interrupted");
  if (!error && c->profiles.count) error = merge(c);
  if (!error && !c->merged)
    error = mem_string("no test left any coverage data");
  return error;
}

static char *export(const char *merged, const char *binary, char **lcov) {
  char *setting = mem_format("-instr-profile=%s", merged);
  const char *const argv[] = {"llvm-cov-" BRAID_LLVM, "export", "-format=lcov",
                              setting, binary, NULL};
  char *error = tool(argv, lcov);
  free(setting);
  return error;
}

char *coverage_measure(const replay_program *p, const testcase *tests,
                       uint32_t tests_count, const replay_limits *allowed,
                       coverage *sum, char **lcov) {
  char *error = NULL, *directory;
  *lcov = NULL;
  *sum = (coverage) {0};
  if (!replay_is_native(p))
    return mem_string("a data model that this machine lacks");
  if (process_is_time_up()) return mem_string("no time was left for it");
  if (!allowed->unconfined && fence_best() == FENCE_MISSING)
    return mem_format("no fence is available here (%s)", fence_obstacle());
  if (!(directory = scratch_make(&error))) return error;
  char *binary = mem_format("%s/program", directory);
  collection c = {.directory = directory};
  error = replay_build(p, REPLAY_WITH_COVERAGE, binary);
  if (error && process_is_time_up()) {
    free(error);
    error = mem_string("no time was left for it");
  }
  if (!error) error = run_tests(&c, binary, tests, tests_count, allowed);
  if (!error) error = export(c.merged, binary, lcov);
  if (!error) {
    keep_users_files(*lcov);
    *sum = coverage_of_lcov(*lcov);
    assert(c.tests_run <= tests_count);
    sum->tests_run = c.tests_run;
  }
  for (uint32_t i = 0; i < c.profiles.count; i++) free(c.profiles.items[i]);
  vec_release(&c.profiles);
  free(c.merged);
  scratch_remove(directory);
  free(directory);
  free(binary);
  return error;
}
