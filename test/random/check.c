#include "check.h"

#include "base/fatal.h"
#include "report/process.h"
#include "report/testcase.h"

#include <dirent.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/*
 * One run of braid against the oracle.  All inputs are few, so the oracle has
 * run them all; and main's result is decided by branches, so every completed
 * path has one result.  Then:
 *   - bugs (kind and line) are the same on both sides;
 *   - the verdict is "proved" if and only if there is none;
 *   - each test ends as braid predicted: the bug that its .err names, or the
 *     exit that the path printed;
 *   - each exit status that occurs is a test's;
 *   - without joins, each sequence of decisions that some input takes to a
 *     regular end is taken by a test.
 */
const configuration configurations[] = {
  {"dfs", {"--merge=off", "--search=dfs"}, 0, false},
  {"bfs", {"--merge=off", "--search=bfs", "--check-relevancy"}, 0, false},
  {"native", {"--merge=off", "--native=on", "--native-after=1"}, 0, false},
  {"summary", {"--merge=summary", "--join=always", "--check-relevancy"}, 0,
   true},
  {"i386", {"--merge=off", "--target=i386"}, 2, false},
  {"no-rewrite", {"--merge=off", "--no-rewrite"}, 0, false},
  {"z3", {"--merge=off", "--solver=z3"}, 0, false},
  {"x86_64", {"--merge=off", "--target=x86_64", "--check-relevancy"}, 1, false},
  {"ite", {"--merge=ite", "--join=always", "--check-relevancy"}, 0, true},
  {"no-slices", {"--merge=off", "--no-slices"}, 0, false},
  {"solver-check", {"--merge=off", "--solver-check"}, 0, false},
  {"sat", {"--merge=off", "--solver=sat", "--search=random-path"}, 0, false},
  {"unchained", {"--merge=off", "--no-range", "--no-domain", "--no-models",
                 "--no-cores"}, 0, false},
  {"i386-classic", {"--target=i386", "--classic", "--search=coverage"}, 2,
   false},
  {"default", {"--seed=1", "--check-relevancy"}, 0, true},
  {"i386-native", {"--target=i386", "--native=on", "--native-after=1"}, 2,
   false},
  {"i386-summary", {"--join=always", "--target=i386", "--check-relevancy"}, 2,
   true},
  {"template", {"--merge=off", "--loops=template", "--check-relevancy"}, 0,
   true},
  {"i386-template", {"--merge=off", "--loops=template", "--search=bfs",
                     "--target=i386"}, 2, true},
  {"summary-template", {"--join=always", "--loops=template"}, 0, true},
  {"zeq", {"--merge=off", "--zeq=on"}, 0, true},
  {"i386-zeq", {"--merge=off", "--zeq=on", "--target=i386",
                "--search=random-path"}, 2, true},
  {"zeq-summary", {"--join=always", "--zeq=on"}, 0, true},
};
const unsigned configuration_count =
    sizeof configurations / sizeof *configurations;

const char *difference_text(difference d) {
  switch (d) {
  case AGREES: return "agrees";
  case SKIPPED: return "skipped";
  case CRASHED: return "crashed";
  case TIMED_OUT: return "timed-out";
  case NOT_COMPILED: return "not-compiled";
  case INCONCLUSIVE: return "inconclusive";
  case WRONG_VERDICT: return "wrong-verdict";
  case MISSED_BUG: return "missed-bug";
  case EXTRA_BUG: return "extra-bug";
  case WRONG_TEST: return "wrong-test";
  case MISSED_PATH: return "missed-path";
  case MISSED_EXIT: return "missed-exit";
  case NATIVE_DIFFERS: return "native-differs";
  }
  return "";
}

typedef VEC(ending) endings;

static bool same_ending(const ending *a, const ending *b) {
  if (a->kind != b->kind) return false;
  return a->kind == ENDING_BUG ? a->bug == b->bug && a->line == b->line
                               : a->status == b->status;
}

static void describe(const ending *e, char *text, size_t size) {
  if (e->kind == ENDING_BUG)
    snprintf(text, size, "%s at line %u", outcome_text(e->bug), e->line);
  else
    snprintf(text, size, "exit %d", e->status);
}

static difference say(checker *c, difference d, const char *format, ...) {
  va_list ap;
  va_start(ap, format);
  vsnprintf(c->detail, sizeof c->detail, format, ap);
  va_end(ap);
  return d;
}

static bool has_bug(const endings *all, outcome kind) {
  for (uint32_t k = 0; k < all->count; k++)
    if (all->items[k].kind == ENDING_BUG &&
        (kind == OUTCOME_COUNT || all->items[k].bug == kind))
      return true;
  return false;
}

static bool is_among(const endings *all, const ending *e, bool same_trace) {
  for (uint32_t k = 0; k < all->count; k++)
    if (same_trace ? all->items[k].trace == e->trace
                   : same_ending(all->items + k, e))
      return true;
  return false;
}

static void bytes_text(const program *p, const uint8_t *bytes, char *text) {
  for (unsigned k = 0; k < p->input_count; k++)
    text += sprintf(text, "%sin%u=%u", k ? " " : "", k, bytes[k]);
}

/* What braid said -------------------------------------------------------- */

typedef struct test {
  ending predicted;
  uint8_t bytes[MAX_INPUTS];
} test;

typedef struct answer {
  int status;
  VEC(test) tests;
} answer;

static bool outcome_named(const char *text, outcome *kind) {
  for (unsigned k = 0; k < OUTCOME_COUNT; k++)
    if (!strcmp(outcome_text((outcome) k), text)) {
      *kind = (outcome) k;
      return true;
    }
  return false;
}

/* The .err file of the test, if it has one. */
static bool read_bug(const char *directory, uint32_t number, ending *e) {
  char prefix[32], path[1024], text[256];
  snprintf(prefix, sizeof prefix, "test%06u.", number);
  DIR *d = opendir(directory);
  bool found = false;
  for (struct dirent *entry; d && !found && (entry = readdir(d));) {
    char *dot = strrchr(entry->d_name, '.');
    if (strncmp(entry->d_name, prefix, strlen(prefix)) || !dot ||
        strcmp(dot, ".err"))
      continue;
    snprintf(path, sizeof path, "%s/%s", directory, entry->d_name);
    *dot = 0;
    found = outcome_named(entry->d_name + strlen(prefix), &e->bug);
  }
  if (d) closedir(d);
  if (!found) return false;
  e->kind = ENDING_BUG;
  FILE *in = fopen(path, "r");
  while (in && fgets(text, sizeof text, in))
    if (!strncmp(text, "Line: ", 6)) e->line = (unsigned) atoi(text + 6);
  if (in) fclose(in);
  if (e->bug == OUTCOME_LEAK) e->line = 0;
  return true;
}

/* Each path that came to main's end printed "=N".  They come in the order of
 * their tests, unless some of them leak or are joined: those may have no
 * test. */
static bool next_exit(const char **output, int *status) {
  const char *at = strchr(*output, '=');
  if (!at || at[1] < '0' || at[1] > '7') return false;
  *status = at[1] - '0';
  *output = at + 2;
  return true;
}

static bool read_tests(const program *p, const data_model *m,
                       const char *directory, const char *output, bool untold,
                       bool joins, answer *a) {
  char path[700];
  for (uint32_t number = 1;; number++) {
    snprintf(path, sizeof path, "%s/test%06u.ktest", directory, number);
    if (access(path, R_OK)) return true;
    test t = {.predicted = {.kind = ENDING_EXIT}};
    testcase given = {0};
    free(ktest_read(&given, path));
    for (unsigned k = 0; k < p->input_count; k++) {
      const char name[] = {'i', 'n', (char) ('0' + k), 0};
      const testcase_input *found = testcase_find(&given, name);
      if (found && found->size)
        t.bytes[k] = found->bytes[0] & (uint8_t) ((1u << p->inputs[k].bits) - 1);
    }
    testcase_release(&given);
    if (!read_bug(directory, number, &t.predicted)) {
      const ending real = program_run(p, m, t.bytes);
      if (untold && (joins || real.kind == ENDING_EXIT)) t.predicted = real;
      else if (!next_exit(&output, &t.predicted.status)) return false;
    }
    vec_push(&a->tests, t);
  }
}

static difference run_braid(checker *c, program *p, const configuration *how,
                            const endings *real, answer *a) {
  char source[600], directory[600], option[640];
  snprintf(source, sizeof source, "%s/program.c", c->scratch);
  snprintf(directory, sizeof directory, "%s/out", c->scratch);
  snprintf(option, sizeof option, "--output-dir=%s", directory);
  FILE *out = fopen(source, "w");
  if (!out) fatal("cannot write %s", source);
  program_print(p, out);
  fclose(out);
  scratch_remove(directory);
  const char *argv[16] = {c->braid, "run", "--quiet", "--no-replay",
                          "-Wno-everything", option};
  unsigned count = 6;
  for (unsigned k = 0; k < MAX_OPTIONS && how->options[k]; k++)
    argv[count++] = how->options[k];
  argv[count] = source;
  process_result r = process_run(&(process_request) {
      .argv = argv, .wall_ms = c->wall_ms, .output_bytes = 4 << 20});
  a->status = r.exit_status;
  difference d = AGREES;
  if (r.timed_out)
    d = say(c, TIMED_OUT, "after %u ms", c->wall_ms);
  else if (r.exit_status == 2)
    d = say(c, NOT_COMPILED, "%.300s", r.output ? r.output : "");
  else if (r.exit_status != 0 && r.exit_status != 10 && r.exit_status != 5)
    d = say(c, CRASHED, "exit %d, signal %d: %.300s", r.exit_status, r.signal,
            r.output ? r.output : "");
  else if (!read_tests(p, data_models + how->model, directory, r.output,
                       how->joins || has_bug(real, OUTCOME_LEAK),
                       how->joins, a))
    d = say(c, WRONG_TEST, "a path has no output");
  free(r.output);
  return d;
}

/* What was cut, from stats.json. */
static void read_cut(const checker *c, char *text, size_t size) {
  char path[600], line[256];
  bool inside = false;
  snprintf(path, sizeof path, "%s/out/stats.json", c->scratch);
  FILE *in = fopen(path, "r");
  *text = 0;
  while (in && fgets(line, sizeof line, in)) {
    if (strstr(line, "\"cut\"") || strstr(line, "\"assumptions\""))
      inside = !strstr(line, "[]");
    else if (inside && strchr(line, ']')) inside = false;
    else if (inside && strlen(text) + strlen(line) < size) {
      line[strcspn(line, "\n")] = 0;
      strcat(text, line + strspn(line, " "));
    }
  }
  if (in) fclose(in);
}

/* The comparison --------------------------------------------------------- */

static difference compare_tests(checker *c, const program *p,
                                const configuration *how, const answer *a,
                                endings *taken) {
  for (uint32_t k = 0; k < a->tests.count; k++) {
    const test *t = a->tests.items + k;
    const ending real = program_run(p, data_models + how->model, t->bytes);
    vec_push(taken, real);
    if (same_ending(&real, &t->predicted)) continue;
    char want[128], got[128], given[128];
    describe(&real, want, sizeof want);
    describe(&t->predicted, got, sizeof got);
    bytes_text(p, t->bytes, given);
    return say(c, WRONG_TEST, "test %u (%s): predicted %s, does %s", k + 1,
               given, got, want);
  }
  return AGREES;
}

static difference compare(checker *c, const program *p,
                          const configuration *how, const answer *a,
                          const endings *real) {
  endings predicted = {0}, taken = {0};
  char text[128], given[128];
  uint8_t bytes[MAX_INPUTS];
  for (uint32_t k = 0; k < a->tests.count; k++)
    vec_push(&predicted, a->tests.items[k].predicted);
  difference d = AGREES;
  for (uint32_t k = 0; k < predicted.count && !d; k++) {
    const ending *e = predicted.items + k;
    describe(e, text, sizeof text);
    if (e->kind == ENDING_BUG && !is_among(real, e, false))
      d = say(c, EXTRA_BUG, "%s happens on no input", text);
  }
  for (uint32_t k = 0; k < real->count && !d; k++) {
    const ending *e = real->items + k;
    program_input(p, k, bytes);
    bytes_text(p, bytes, given);
    describe(e, text, sizeof text);
    if (!is_among(&predicted, e, false))
      d = say(c, e->kind == ENDING_BUG ? MISSED_BUG : MISSED_EXIT, "%s on %s",
              text, given);
  }
  if (!d && a->status == 5) {
    d = INCONCLUSIVE;
    read_cut(c, c->detail, sizeof c->detail);
  }
  const int status = has_bug(real, OUTCOME_COUNT) ? 10 : 0;
  if (!d && a->status != status)
    d = say(c, WRONG_VERDICT, "exit %d, not %d", a->status, status);
  if (!d) d = compare_tests(c, p, how, a, &taken);
  for (uint32_t k = 0; k < real->count && !d; k++) {
    const ending *e = real->items + k;
    program_input(p, k, bytes);
    bytes_text(p, bytes, given);
    if (e->kind == ENDING_EXIT && !how->joins &&
        !is_among(&taken, e, true))
      d = say(c, MISSED_PATH, "that of %s, to exit %d", given, e->status);
  }
  vec_release(&predicted);
  vec_release(&taken);
  return d;
}

static bool run_all(const program *p, const data_model *m, endings *real) {
  uint8_t bytes[MAX_INPUTS] = {0};
  for (uint32_t k = 0; k < program_inputs(p); k++) {
    program_input(p, k, bytes);
    const ending e = program_run(p, m, bytes);
    if (e.kind != ENDING_EXIT && e.kind != ENDING_BUG) return false;
    vec_push(real, e);
  }
  return true;
}

difference check_program(checker *c, program *p, const configuration *how) {
  endings real = {0};
  answer a = {0};
  /* The lines are those of the text. */
  FILE *nowhere = fopen("/dev/null", "w");
  program_print(p, nowhere);
  fclose(nowhere);
  difference d = SKIPPED;
  if (run_all(p, data_models + how->model, &real)) {
    d = run_braid(c, p, how, &real, &a);
    if (!d) d = compare(c, p, how, &a, &real);
    c->tests += a.tests.count;
    c->proved += a.status == 0;
    for (uint32_t k = 0; k < a.tests.count; k++)
      if (a.tests.items[k].predicted.kind == ENDING_BUG)
        c->bugs[a.tests.items[k].predicted.bug]++;
  }
  vec_release(&real);
  vec_release(&a.tests);
  return d;
}
