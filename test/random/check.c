#include "answer.h"
#include "check.h"
#include "launch.h"

#include "base/fatal.h"

#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/*
 * One run of braid against the oracle.  All inputs are few, so the oracle has
 * run them all; and main's result is decided by branches, so every completed
 * path has one result.  Then:
 *   - bugs (kind and line) are the same on both sides, those too behind which the
 *     program goes on;
 *   - the verdict is "proved" if and only if there is none;
 *   - each test ends as braid predicted: the bug that its .err names, or the
 *     exit that the path printed;
 *   - each exit status that occurs is a test's;
 *   - without joins, each sequence of decisions that some input takes to a
 *     regular end is taken by a test;
 *   - the branches that were taken are those that --classic takes.
 * An abstract run may answer less, but nothing that is wrong: what it calls a
 * bug is one, and what it calls proved has none.
 */
const configuration configurations[] = {
#define WAY(NAME, MODEL, STRENGTH, ...) \
  {#NAME, {__VA_ARGS__}, MODEL, STRENGTH, RULE_ALL},
#define RULED(NAME, MODEL, STRENGTH, RULE, ...) \
  {#NAME, {__VA_ARGS__}, MODEL, STRENGTH, RULE_##RULE},
#include "configurations.def"
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
  case OTHER_PATHS: return "other-paths";
  case WRONG_COVERAGE: return "wrong-coverage";
  case IRRELEVANT: return "irrelevant";
  case NATIVE_DIFFERS: return "native-differs";
  }
  return "";
}

static bool same_ending(const ending *a, const ending *b) {
  if (a->kind != b->kind) return false;
  return a->kind == ENDING_BUG ? a->bug == b->bug && a->line == b->line
                               : a->status == b->status;
}

static bool has_passed(const ending *real, const ending *e) {
  for (unsigned k = 0; k < real->passed_count; k++)
    if (real->passed[k].bug == e->bug && real->passed[k].line == e->line) return true;
  return false;
}

static ending passed_ending(const ending *e, unsigned n) {
  return (ending) {.kind = ENDING_BUG, .bug = e->passed[n].bug, .line = e->passed[n].line};
}

/* The program ends so, or has that bug and goes on. */
static bool comes_to(const ending *real, const ending *e) {
  return same_ending(real, e) || (e->kind == ENDING_BUG && has_passed(real, e));
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
  for (uint32_t k = 0; k < all->count; k++) {
    const ending *e = all->items + k;
    if (e->kind == ENDING_BUG && (kind == OUTCOME_COUNT || e->bug == kind)) return true;
    for (unsigned n = 0; n < e->passed_count; n++)
      if (kind == OUTCOME_COUNT || e->passed[n].bug == kind) return true;
  }
  return false;
}

/* What some input asks has no one answer: an assumption. */
static bool asks_places(const endings *all) {
  for (uint32_t k = 0; k < all->count; k++)
    if (all->items[k].asks_places) return true;
  return false;
}

static bool is_among(const endings *all, const ending *e, bool same_trace) {
  for (uint32_t k = 0; k < all->count; k++)
    if (same_trace ? all->items[k].trace == e->trace
                   : comes_to(all->items + k, e))
      return true;
  return false;
}

static void bytes_text(const program *p, const uint8_t *bytes, char *text) {
  for (unsigned k = 0; k < p->input_count; k++)
    text += sprintf(text, "%sin%u=%u", k ? " " : "", k, bytes[k]);
  for (unsigned k = 0; k < p->ask_count; k++)
    text += sprintf(text, " ask%u=%u", k, bytes[MAX_INPUTS + k]);
}

/* Loaded once for a data model; its inputs are tried once, too. */
void checker_forget(checker *c) {
  for (unsigned k = 0; k < MODEL_COUNT; k++) {
    ir_program_free(c->loaded[k]);
    c->loaded[k] = NULL;
    vec_clear(c->real + k);
  }
  memset(c->is_run, 0, sizeof c->is_run);
  c->has_reference = false;
}

void checker_release(checker *c) {
  checker_forget(c);
  for (unsigned k = 0; k < MODEL_COUNT; k++) vec_release(c->real + k);
  answer_release(&c->reference);
}

static void write_source(const char *path, program *p) {
  FILE *out = fopen(path, "w");
  if (!out) fatal("cannot write %s", path);
  program_print(p, out);
  fclose(out);
}

/* The compiler sees another program. */
static bool has_flags(const configuration *how) {
  for (unsigned k = 0; k < MAX_OPTIONS && how->options[k]; k++)
    if (!strncmp(how->options[k], "-D", 2)) return true;
  return false;
}

bool configuration_suits(const configuration *how, const program *p) {
  return !(has_flags(how) || how->rule != RULE_ALL) || !p->has_merges;
}

/* Annotations make runs abstract that join. */
static strength strength_on(const program *p, const configuration *how) {
  for (unsigned k = 0; k < MAX_OPTIONS && how->options[k]; k++)
    if (!strcmp(how->options[k], "--merge=off") ||
        !strcmp(how->options[k], "--classic"))
      return how->strength;
  return p->has_merges ? ABSTRACT : how->strength;
}

/* Within this process, unless another braid was named. */
static process_result start(checker *c, const configuration *how, int argc,
                            char **argv) {
  if (c->braid) {
    argv[0] = (char *) (uintptr_t) c->braid;
    return process_run(&(process_request) {
        .argv = (const char *const *) argv, .wall_ms = c->wall_ms,
        .output_bytes = 4 << 20});
  }
  ir_program **loaded = c->loaded + how->model;
  argc--;
  argv++;
  if (has_flags(how)) return launch_run(argc, argv, NULL, c->wall_ms);
  if (!*loaded && !(*loaded = launch_load(argc, argv)))
    return (process_result) {.exit_status = 2,
                             .output = mem_string("clang refuses it")};
  return launch_run(argc, argv, *loaded, c->wall_ms);
}

/* By another rule, some input ends where no test is written or nobody looked: only
 * the verdict is compared. */
static bool is_blurred(const configuration *how, const endings *real) {
  if (rules[how->rule].memory != MEMORY_PLAIN) return true;
  for (uint32_t k = 0; k < real->count; k++)
    if (real->items[k].kind != ENDING_EXIT &&
        real->items[k].kind != ENDING_BUG)
      return true;
  return false;
}

static difference run_braid(checker *c, program *p, const configuration *how,
                            const endings *real, answer *a) {
  char source[600], directory[600], option[640];
  snprintf(directory, sizeof directory, "%s/out", c->scratch);
  snprintf(option, sizeof option, "--output-dir=%s", directory);
  snprintf(source, sizeof source, "%s/program.c", c->scratch);
  write_source(source, p);
  scratch_remove(directory);
  /* Each path has a test, however many there are. */
  const char *argv[32] = {"braid", "run", "--quiet", "--output=show", "--no-replay",
                          "-Wno-everything", "--limit=finding_final_tests=1000000", option};
  int count = 8;
  for (unsigned k = 0; k < MAX_OPTIONS && how->options[k]; k++)
    argv[count++] = how->options[k];
  if (rules[how->rule].option) argv[count++] = rules[how->rule].option;
  if (p->ask_is_used && p->asks_outside) {
    argv[count++] = "--externals=unknown";
    if (how->strength <= PATHS) argv[count++] = "--zeq=off";
  }
  argv[count++] = source;
  process_result r = start(c, how, count, (char **) (uintptr_t) argv);
  /* Several processes print in any order, and a path may have a test for what it
   * covered before the one for its end. */
  const bool joins = strength_on(p, how) != PATHS;
  difference d = AGREES;
  if (r.timed_out)
    d = say(c, TIMED_OUT, "after %u ms", c->wall_ms);
  else if (r.exit_status == 2)
    d = say(c, NOT_COMPILED, "%.300s", r.output ? r.output : "");
  else if (r.exit_status != 0 && r.exit_status != 10 && r.exit_status != 5)
    d = say(c, CRASHED, "exit %d, signal %d: %.300s", r.exit_status, r.signal,
            r.output ? r.output : "");
  else if (strstr(r.output, " violations") &&
           !strstr(r.output, " 0 violations"))
    d = say(c, IRRELEVANT, "%.300s", r.output);
  else if (is_blurred(how, real))
    ;                           /* its tests are not read */
  else if (!answer_read_tests(a, p, data_models + how->model, directory,
                              r.output,
                              joins || has_bug(real, OUTCOME_LEAK), joins))
    d = say(c, WRONG_TEST, "a path has no output");
  free(r.output);
  if (!d) answer_read_verdict(a, directory);
  if (!d) answer_read_edges(a, directory);
  return d;
}

/* The comparison --------------------------------------------------------- */

static difference compare_tests(checker *c, const program *p,
                                const configuration *how, const answer *a,
                                endings *taken) {
  for (uint32_t k = 0; k < a->tests.count; k++) {
    const test *t = a->tests.items + k;
    const ending real = program_run(p, data_models + how->model, t->bytes);
    vec_push(taken, real);
    if (comes_to(&real, &t->predicted)) continue;
    char want[128], got[128], given[128];
    describe(&real, want, sizeof want);
    describe(&t->predicted, got, sizeof got);
    bytes_text(p, t->bytes, given);
    return say(c, WRONG_TEST, "test %u (%s): predicted %s, does %s", k + 1,
               given, got, want);
  }
  return AGREES;
}

/* So many frames are there for main and what it calls, of which some input needs
 * more: nothing can be proved. */
static bool has_too_few_frames(const configuration *how, const endings *real) {
  static const char name[] = "--max-frames=";
  unsigned long frames = ULONG_MAX;
  for (unsigned k = 0; k < MAX_OPTIONS && how->options[k]; k++)
    if (!strncmp(how->options[k], name, sizeof name - 1))
      frames = strtoul(how->options[k] + sizeof name - 1, NULL, 10);
  for (uint32_t k = 0; k < real->count; k++)
    if (real->items[k].deepest + 1 > frames) return true;
  return false;
}

static difference compare(checker *c, const program *p,
                          const configuration *how, const answer *a,
                          const endings *real) {
  endings predicted = {0}, taken = {0};
  char text[128], given[128];
  uint8_t bytes[MAX_BYTES];
  const bool may_not_know = strength_on(p, how) == ABSTRACT;
  for (uint32_t k = 0; k < a->tests.count; k++)
    vec_push(&predicted, a->tests.items[k].predicted);
  difference d = AGREES;
  for (uint32_t k = 0; k < predicted.count && !d; k++) {
    const ending *e = predicted.items + k;
    describe(e, text, sizeof text);
    if (e->kind == ENDING_BUG && !is_among(real, e, false))
      d = say(c, EXTRA_BUG, "%s happens on no input", text);
  }
  for (uint32_t k = 0; k < real->count && !d && !may_not_know; k++) {
    const ending *e = real->items + k;
    /* The test of the edge to an exit may be one that leaks behind it. */
    if (e->kind == ENDING_EXIT && strength_on(p, how) > PATHS &&
        has_bug(real, OUTCOME_LEAK))
      continue;
    if (is_among(&predicted, e, false)) continue;
    program_input(p, k, bytes);
    bytes_text(p, bytes, given);
    describe(e, text, sizeof text);
    d = say(c, e->kind == ENDING_BUG ? MISSED_BUG : MISSED_EXIT, "%s on %s",
            text, given);
  }
  for (uint32_t k = 0; k < real->count && !d && !may_not_know; k++)
    for (unsigned n = 0; n < real->items[k].passed_count && !d; n++) {
      const ending e = passed_ending(real->items + k, n);
      if (is_among(&predicted, &e, false)) continue;
      program_input(p, k, bytes);
      bytes_text(p, bytes, given);
      describe(&e, text, sizeof text);
      d = say(c, MISSED_BUG, "%s on %s, which goes on", text, given);
    }
  const char *verdict = has_bug(real, OUTCOME_COUNT) ? "bug" : "proved";
  /* Unknown functions, if one is called, are an assumption. */
  const size_t length =
      p->asks_outside || asks_places(real) ? strlen(verdict) : sizeof a->verdict;
  const bool is_open = !strcmp(a->verdict, "inconclusive");
  if (!d && (is_open || *a->cut) && !may_not_know)
    d = say(c, INCONCLUSIVE, "%s", a->cut);
  if (!d && strncmp(a->verdict, verdict, length) &&
      !(may_not_know && is_open))
    d = say(c, WRONG_VERDICT, "%s, not %s", a->verdict, verdict);
  if (!d && !strcmp(a->verdict, "proved") && asks_places(real))
    d = say(c, WRONG_VERDICT, "%s, but it asks where objects lie", a->verdict);
  if (!d && !strncmp(a->verdict, "proved", 6) && has_too_few_frames(how, real))
    d = say(c, WRONG_VERDICT, "%s, past the limit of frames", a->verdict);
  if (!d && *a->repeated)
    d = say(c, EXTRA_BUG, "%s is reported more than once", a->repeated);
  if (!d) d = compare_tests(c, p, how, a, &taken);
  for (uint32_t k = 0; k < real->count && !d; k++) {
    const ending *e = real->items + k;
    if (e->kind != ENDING_EXIT || strength_on(p, how) > PATHS ||
        is_among(&taken, e, true))
      continue;
    program_input(p, k, bytes);
    bytes_text(p, bytes, given);
    d = say(c, MISSED_PATH, "that of %s, to exit %d", given, e->status);
  }
  vec_release(&predicted);
  vec_release(&taken);
  return d;
}

/* What every input does, on that model; NULL if the oracle does not know. */
static const endings *run_all(checker *c, const program *p, unsigned model,
                              rule_name by) {
  uint8_t bytes[MAX_BYTES] = {0};
  endings *real = c->real + model;
  program_use_rule(by);
  if (c->is_run[model] && c->rule == by) return real->count ? real : NULL;
  vec_clear(real);
  if (c->rule != by) memset(c->is_run, 0, sizeof c->is_run);
  c->rule = by;
  c->is_run[model] = true;
  for (uint32_t k = 0; k < program_inputs(p); k++) {
    program_input(p, k, bytes);
    const ending e = program_run(p, data_models + model, bytes);
    if (e.kind == ENDING_UNCLEAR || e.kind == ENDING_ENDLESS ||
        e.kind == ENDING_BROKEN) {
      vec_clear(real);
      return NULL;
    }
    vec_push(real, e);
  }
  return real;
}

/* By a rule: a bug if some input has one, else inconclusive if one goes where
 * nobody looked, else proved. */
static difference compare_verdict(checker *c, const program *p,
                                  const configuration *how, const answer *a,
                                  const endings *real) {
  uint8_t bytes[MAX_BYTES] = {0};
  uint32_t bug = UINT32_MAX, hidden = UINT32_MAX;
  char text[128] = "", given[128];
  for (uint32_t k = 0; k < real->count; k++) {
    const ending *e = real->items + k;
    if (e->kind == ENDING_BUG || e->passed_count) {
      const ending first = passed_ending(e, 0);
      describe(e->passed_count ? &first : e, text, sizeof text);
      bug = k;
    }
    if (e->kind == ENDING_HIDDEN) hidden = k;
  }
  const bool may_be_either = rules[how->rule].memory == MEMORY_TRACK &&
                             hidden != UINT32_MAX;
  const bool is_proof = !strncmp(a->verdict, "proved", 6);
  const bool is_bug = !strcmp(a->verdict, "bug");
  if (bug != UINT32_MAX ? is_bug
      : hidden != UINT32_MAX ? may_be_either ? strcmp(a->verdict, "proved") != 0
                                             : !is_proof && !is_bug
                             : is_proof)
    return AGREES;
  program_input(p, bug != UINT32_MAX      ? bug
                   : hidden != UINT32_MAX ? hidden : 0, bytes);
  bytes_text(p, bytes, given);
  return say(c, WRONG_VERDICT, "%s, but %s on %s", a->verdict,
             bug != UINT32_MAX      ? text
             : hidden != UINT32_MAX ? "somewhere unseen"
                                    : "no error", given);
}

/* Coverage and paths ---------------------------------------------------- */

static void count(checker *c, const program *p, const configuration *how,
                  const answer *a, const endings *real) {
  const bool is_proof = !strncmp(a->verdict, "proved", 6);
  c->n.tests += a->tests.count;
  c->n.proved += is_proof;
  c->n.wrongly_proved += is_proof && has_bug(real, OUTCOME_COUNT);
  c->n.unconfirmed += strstr(a->cut, "did not confirm") != NULL;
  for (uint32_t k = 0; k < a->tests.count; k++) {
    const test *t = a->tests.items + k;
    if (t->predicted.kind != ENDING_BUG) continue;
    const ending real_one = program_run(p, data_models + how->model, t->bytes);
    c->bugs[t->predicted.bug]++;
    c->n.bugs++;
    c->n.wrong_bugs += !comes_to(&real_one, &t->predicted);
  }
}

/* Several processes follow the paths that one does, each once. */
static difference compare_paths(checker *c, const answer *a, const answer *r) {
  if (a->paths == r->paths && a->paths_digest == r->paths_digest) return AGREES;
  return say(c, OTHER_PATHS, "%" PRIu64 " paths, not %" PRIu64 ", digest %" PRIu64
             ", not %" PRIu64, a->paths, r->paths, a->paths_digest,
             r->paths_digest);
}

static difference compare_classic(checker *c, program *p,
                                  const configuration *how, const answer *a,
                                  const endings *real) {
  static const configuration classic = {"classic", {"--classic"}, 0, PATHS,
                                        RULE_ALL};
  answer *r = &c->reference;
  if (how->model != classic.model || how->rule != RULE_ALL || strength_on(p, how) == ABSTRACT ||
      has_bug(real, OUTCOME_UNINIT))
    return AGREES;
  if (!c->has_reference) {
    answer_release(r);
    *r = (answer) {0};
    if (run_braid(c, p, &classic, real, r)) return AGREES;
    c->has_reference = true;
  }
  if (a->edges.count != r->edges.count)
    return say(c, WRONG_COVERAGE, "%u edges, not %u", a->edges.count,
               r->edges.count);
  for (uint32_t k = 0; k < a->edges.count; k++) {
    const edge *e = a->edges.items + k;
    if (e->is_taken != r->edges.items[k].is_taken)
      return say(c, WRONG_COVERAGE, "line %u, edge %u.%u is%s taken", e->line,
                 e->block, e->branch, e->is_taken ? "" : " not");
  }
  return strength_on(p, how) == SHARED ? compare_paths(c, a, r) : AGREES;
}

/* ------------------------------------------------------------------------ */

difference check_program(checker *c, program *p, const configuration *how) {
  answer a = {0};
  /* The lines are those of the text. */
  FILE *nowhere = fopen("/dev/null", "w");
  program_print(p, nowhere);
  fclose(nowhere);
  difference d = SKIPPED;
  const endings *real = run_all(c, p, how->model, how->rule);
  if (real) {
    d = run_braid(c, p, how, real, &a);
    if (!d && is_blurred(how, real)) {
      d = compare_verdict(c, p, how, &a, real);
    } else {
      if (!d) d = compare(c, p, how, &a, real);
      if (!d) d = compare_classic(c, p, how, &a, real);
      count(c, p, how, &a, real);
    }
  }
  answer_release(&a);
  return d;
}
