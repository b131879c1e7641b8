#include "base/random.h"
#include "formats/fingerprint.h"
#include "files/json.h"
#include "base/process.h"
#include "replay/run_info.h"
#include "formats/run_report.h"
#include "files/value_text.h"
#include "test/check.h"

#include <string.h>
#include <unistd.h>

/* A strict reader of JSON: where the value ends, or NULL. */
static const char *value(const char *p);

static const char *blanks(const char *p) { return p + strspn(p, " \n"); }

static const char *utf8(const unsigned char *p) {
  unsigned more = *p < 0x80 ? 0 : *p < 0xc2 ? 9 : *p < 0xe0 ? 1
                  : *p < 0xf0 ? 2 : *p < 0xf5 ? 3 : 9;
  if (more == 9) return NULL;
  if ((p[0] == 0xe0 && p[1] < 0xa0) || (p[0] == 0xed && p[1] > 0x9f) ||
      (p[0] == 0xf0 && p[1] < 0x90) || (p[0] == 0xf4 && p[1] > 0x8f))
    return NULL;
  for (unsigned i = 1; i <= more; i++)
    if ((p[i] & 0xc0) != 0x80) return NULL;
  return (const char *) p + more + 1;
}

static const char *string(const char *p) {
  if (*p++ != '"') return NULL;
  while (p && *p != '"') {
    if ((unsigned char) *p < 0x20) return NULL;
    if (*p != '\\') p = utf8((const unsigned char *) p);
    else if (p[1] == 'u') p = strspn(p + 2, "0123456789abcdef") < 4 ? NULL
                                                                    : p + 6;
    else p = p[1] && strchr("\"\\/bfnrt", p[1]) ? p + 2 : NULL;
  }
  return p ? p + 1 : NULL;
}

static const char *members(const char *p, char end, bool keyed) {
  p = blanks(p);
  if (*p == end) return p + 1;
  for (;;) {
    if (keyed) {
      p = string(blanks(p));
      if (!p || *(p = blanks(p)) != ':') return NULL;
      p++;
    }
    if (!(p = value(p))) return NULL;
    p = blanks(p);
    if (*p == end) return p + 1;
    if (*p++ != ',') return NULL;
  }
}

static const char *value(const char *p) {
  p = blanks(p);
  if (*p == '{') return members(p + 1, '}', true);
  if (*p == '[') return members(p + 1, ']', false);
  if (*p == '"') return string(p);
  if (!strncmp(p, "null", 4) || !strncmp(p, "true", 4)) return p + 4;
  if (!strncmp(p, "false", 5)) return p + 5;
  size_t n = strspn(p, "0123456789.");
  return n ? p + n : NULL;
}

static bool is_json(const char *text) {
  const char *end = value(text);
  return end && !*blanks(end);
}

static char *quoted(const char *text) {
  char *result = NULL;
  size_t size;
  FILE *out = open_memstream(&result, &size);
  json_put_string(out, text);
  fclose(out);
  return result;
}

static void check_quoted(const char *text, const char *want) {
  char *got = quoted(text);
  if (strcmp(got, want)) fatal("%s instead of %s", got, want);
  free(got);
}

static void strings_are_escaped(void) {
  check_quoted("a\"b\\c\n\t\1\x7f", "\"a\\\"b\\\\c\\n\\t\\u0001\\u007f\"");
  check_quoted("gr\xc3\xbc\xc3\x9f \xe2\x82\xac \xf0\x9f\x98\x80",
               "\"gr\xc3\xbc\xc3\x9f \xe2\x82\xac \xf0\x9f\x98\x80\"");
  check_quoted("\xff\xc3", "\"\\ufffd\\ufffd\"");
  check_quoted("\xc0\x80", "\"\\ufffd\\ufffd\"");             /* too long */
  check_quoted("\xed\xa0\x80", "\"\\ufffd\\ufffd\\ufffd\"");  /* surrogate */
  check_quoted("\xf4\x90\x80\x80", "\"\\ufffd\\ufffd\\ufffd\\ufffd\"");
  random_source r = {1};
  for (int i = 0; i < 20000; i++) {
    char text[12] = "";
    for (size_t k = 0; k + 1 < sizeof text; k++)
      text[k] = (char) (random_next(&r) >> random_below(&r, 8));
    char *got = quoted(text);
    CHECK(is_json(got));
    free(got);
  }
}

static const replay_frame stack[] = {
  {"divide", "prog.c", 3, 12}, {"main", "prog.c", 7, 3}};

static char *printed(const run_report *r, bool as_json, bool colour) {
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  if (as_json) report_write_json(r, out);
  else report_print(r, out, colour);
  fclose(out);
  return text;
}

static void check_holds(const char *text, const char *part) {
  if (!strstr(text, part)) fatal("\"%s\" is not in:\n%s", part, text);
}

static void verdicts_are_honest(void) {
  const char *assumption = "printf has no effect";
  report_count cut = {"cut-time", 3};
  report_bug bug = {.kind = OUTCOME_LEAK};
  run_report r = {.directory = "out"};
  CHECK(run_report_verdict(&r) == REPORT_PROVED);
  r.assumptions = &assumption;
  r.assumptions_count = 1;
  CHECK(run_report_verdict(&r) == REPORT_PROVED_UNDER_ASSUMPTIONS);
  r.cut = &cut;
  r.cut_count = 1;
  CHECK(run_report_verdict(&r) == REPORT_INCONCLUSIVE);
  r.bugs = &bug;
  r.bugs_count = 1;
  CHECK(run_report_verdict(&r) == REPORT_BUG);
  bug.beside = true;
  CHECK(run_report_verdict(&r) == REPORT_INCONCLUSIVE);
  r.cut_count = r.assumptions_count = 0;
  CHECK(run_report_verdict(&r) == REPORT_PROVED);
  r.interrupted = true;
  CHECK(run_report_verdict(&r) == REPORT_INCONCLUSIVE);
  r.interrupted = false;
  r.paths_cut = 1;
  CHECK(run_report_verdict(&r) == REPORT_INCONCLUSIVE);
  r.paths_cut = 0;
  bug.beside = false;
  bug.possible = true;
  CHECK(run_report_verdict(&r) == REPORT_INCONCLUSIVE);
  r.bugs_count = 0;
  r.explored = "tests were asked for";
  CHECK(run_report_verdict(&r) == REPORT_EXPLORED);
  r.assumptions_count = 1;
  CHECK(run_report_verdict(&r) == REPORT_INCONCLUSIVE);
  CHECK(report_exit_status(REPORT_EXPLORED) == 0);
  CHECK(report_exit_status(REPORT_PROVED) == 0);
  CHECK(report_exit_status(REPORT_BUG) == 10);
  CHECK(report_exit_status(REPORT_PROVED_UNDER_ASSUMPTIONS) == 5);
  CHECK(report_exit_status(REPORT_INCONCLUSIVE) == 5);
}

static void tolerated_bugs_do_not_decide_the_status(void) {
  report_bug bugs[] = {{.kind = OUTCOME_LEAK}, {.kind = OUTCOME_UNINIT}};
  run_report r = {.directory = "out", .bugs = bugs, .bugs_count = 2};
  CHECK(run_report_status(&r) == 10);
  bugs[0].is_known = true;
  CHECK(run_report_status(&r) == 10);
  bugs[1].is_excused = true;
  CHECK(run_report_status(&r) == 0);
  CHECK(run_report_verdict(&r) == REPORT_BUG);
  r.paths_cut = 1;
  CHECK(run_report_status(&r) == 5);
  r.paths_cut = 0;
  bugs[1].beside = true;        /* something may be behind it */
  CHECK(run_report_status(&r) == 5);
}

/* Two on one line are two; another function's are others. */
static void fingerprints_tell_bugs_apart(void) {
  static const replay_frame other[] = {{"other", "prog.c", 3, 12}};
  report_bug bugs[] = {
    {.kind = OUTCOME_LEAK, .stack = stack, .stack_count = 2},
    {.kind = OUTCOME_LEAK, .stack = stack, .stack_count = 2},
    {.kind = OUTCOME_NULL_POINTER, .stack = stack, .stack_count = 2},
    {.kind = OUTCOME_LEAK, .stack = other, .stack_count = 1},
    {.kind = OUTCOME_LEAK}};
  enum { BUGS = sizeof bugs / sizeof *bugs };
  fingerprint_bugs(bugs, BUGS);
  for (unsigned i = 0; i < BUGS; i++)
    for (unsigned k = 0; k < i; k++)
      CHECK(strcmp(bugs[i].fingerprint, bugs[k].fingerprint));
  CHECK(!strncmp(bugs[0].fingerprint, bugs[1].fingerprint, 64));
}

static run_report sample(const report_bug *bug) {
  static const char *const assumptions[] = {"malloc never fails"};
  static const report_count cut[] = {{"cut-loop", 2}, {"odd \"name\"", 1}};
  static const report_count queries[] = {{"by_sat", 12}, {"by_z3", 0}};
  static const report_time times[] = {{"replay_ms", 31.5}};
  return (run_report) {
    .version = "0.1", .command = "braid run prog.c", .directory = "braid-out-0",
    .program = "prog.c", .assumptions = assumptions, .assumptions_count = 1,
    .cut = cut, .cut_count = 2, .bugs = bug, .bugs_count = 1,
    .paths_completed = 14, .paths_cut = 3, .instructions = 1000, .forks = 13,
    .states_peak = 5, .tests = 9, .queries = queries, .queries_count = 2,
    .total_ms = 1234.5678, .explored_ms = 300, .explored_counted_ms = 200,
    .solver_ms = 0.25, .times = times, .times_count = 1,
    .memory_peak_bytes = 3 << 20, .covered = {8, 10, 3, 4},
    .covered_natively = true};
}

static void a_run_is_reported_in_words_and_in_json(void) {
  static const char source[] =
      "int nondet(void);\n\nstatic int divide(int x) { return 100 /\tx; }\n";
  CHECK(!file_write_whole("prog.c", source, strlen(source)));
  testcase t = {0};
  testcase_add_argument(&t, "prog");
  testcase_add_argument(&t, "-v");
  testcase_add_input(&t, TESTCASE_VALUE, "int", "\376\377\377\377", 4);
  testcase_add_input(&t, TESTCASE_OBJECT, "name", "root\0\0\0\0\0\0\0\0", 12);
  report_bug bug = {.kind = OUTCOME_DIV_BY_ZERO, .message = "100 / 0",
                    .stack = stack, .stack_count = 2, .input = &t, .test = 4,
                    .confirmed = REPLAY_UBSAN, .detail = "UBSan: division"};
  run_report r = sample(&bug);
  char *text = printed(&r, false, false);
  check_holds(text, "prog.c: BUG FOUND: 1 distinct bug on 14 paths");
  check_holds(text, "Bug 1: div-by-zero (CWE-369) at prog.c:3 in divide");
  check_holds(text, "       3 | static int divide(int x) { return 100 /\tx; }\n"
                    "         |            ^\n");
  check_holds(text, "divides an integer by zero");
  check_holds(text, "divide at prog.c:3\n");
  check_holds(text, "main at prog.c:7\n");
  check_holds(text, "int = -2 (0xfffffffe)");
  check_holds(text, "name = \"root\", then 8 zero bytes");
  check_holds(text, "braid replay --test=4 braid-out-0");
  check_holds(text, "confirmed natively by UndefinedBehaviorSanitizer");
  check_holds(text, "8 of 10 lines (80.0%), 3 of 4 branches (75.0%)");
  check_holds(text, "malloc never fails");
  check_holds(text, "2 paths: cut-loop. A loop has run as often as");
  CHECK(!strchr(text, '\033'));
  free(text);
  text = printed(&r, false, true);
  check_holds(text, "\033[1;31mBUG FOUND\033[0m");
  free(text);
  text = printed(&r, true, false);
  CHECK(is_json(text));
  check_holds(text, "\"verdict\": \"bug\"");
  check_holds(text, "\"total_ms\": 1234.568");
  check_holds(text, "\"explored_per_counted\": 1.500");
  check_holds(text, "\"what\": \"odd \\\"name\\\"\"");
  check_holds(text, "\"test\": \"test000004\"");
  check_holds(text, "\"confirmed\": \"ubsan\"");
  free(text);
  testcase_release(&t);
}

static void the_files_of_a_run_are_written(void) {
  char *error = NULL;
  size_t size;
  report_bug bug = {.kind = OUTCOME_DIV_BY_ZERO, .stack = stack,
                    .stack_count = 2, .test = 4, .confirmed = REPLAY_BRAID};
  run_report r = sample(&bug);
  outdir *d = outdir_open("out", &error);
  CHECK(d && run_report_write(&r, d));
  char *sarif = file_read_whole("out/results.sarif", &size, &error);
  CHECK(sarif && is_json(sarif));
  check_holds(sarif, "\"ruleId\": \"div-by-zero\"");
  check_holds(sarif, "\"startLine\": 3");
  free(sarif);
  char *text = file_read_whole("out/test000004.div-by-zero.err", &size, &error);
  CHECK(text);
  check_holds(text, "Error: The program divides an integer by zero.\n"
                    "File: prog.c\nLine: 3\nStack: \n"
                    "\t#0 in divide () at prog.c:3\n"
                    "\t#1 in main () at prog.c:7\n");
  free(text);
  CHECK(!access("out/summary.txt", R_OK) && !access("out/stats.json", R_OK));
  outdir_close(d);
}

static void empty_reports_are_json_too(void) {
  run_report r = {0};
  char *text = printed(&r, true, false);
  CHECK(is_json(text));
  check_holds(text, "\"verdict\": \"proved\"");
  free(text);
}

static void check_value(const char *name, testcase_kind kind, const char *bytes,
                        uint32_t size, const char *want) {
  testcase_input in = {(char *) name, kind, (uint8_t *) bytes, size};
  char *got = value_text(NULL, &in);
  if (strcmp(got, want)) fatal("%s instead of %s", got, want);
  free(got);
}

static void values_are_readable(void) {
  check_value("int", TESTCASE_VALUE, "\5\0\0", 4, "int = 5 (0x00000005)");
  check_value("unsigned char", TESTCASE_VALUE, "\377", 1,
              "unsigned char = 255 (0xff)");
  check_value("x", TESTCASE_OBJECT, "\377\377\377\377", 4,
              "x = -1 (0xffffffff)");
  check_value("s", TESTCASE_OBJECT, "ab\0\0", 4,
              "s = \"ab\\0\\0\" or 25185 (0x00006261)");
  check_value("s", TESTCASE_OBJECT, "a\"\0001\n", 5, "s = \"a\\\"\\0001\\n\"");
  check_value("arg00", TESTCASE_OBJECT, "x\0", 2, "arg00 = \"x\\0\"");
  check_value("A_data", TESTCASE_OBJECT, "abcd", 4, "A_data = \"abcd\"");
  check_value("stdin", TESTCASE_OBJECT, "\1\2", 2, "stdin = {0x01, 0x02}");
  check_value("b", TESTCASE_OBJECT, "\1\2\3", 3, "b = {0x01, 0x02, 0x03}");
  check_value("z", TESTCASE_OBJECT, "\0\0\0\0\0\0\0\0\0", 9,
              "z = 9 zero bytes");
  check_value("e", TESTCASE_OBJECT, "", 0, "e = nothing");
}

static void a_run_is_remembered(void) {
  char *error = NULL;
  static const char *const sources[] = {"/a b/c%d.c", "/\xc3\xbc\n.c"};
  static const char *const flags[] = {"-DX=\"y z\"", "-", "-I."};
  static const run_info_bug bugs[] = {
    {1, OUTCOME_LEAK, NULL, 0}, {7, OUTCOME_OVERFLOW, stack, 2}};
  run_info info = {
    .program = {.directory = "/tmp/x y", .sources = sources, .sources_count = 2,
                .flags = flags, .flags_count = 3, .entry_kind = REPLAY_FUNCTION,
                .entry = "f", .target = "i386", .error_label = "",
                .uninit_is_any = true},
    .tests = 12, .bugs = bugs, .bugs_count = 2};
  outdir *d = outdir_open("info", &error);
  CHECK(d && run_info_write(&info, d));
  run_info back;
  error = run_info_read(&back, "info");
  if (error) fatal("%s", error);
  const replay_program *p = &back.program;
  CHECK(!strcmp(p->directory, "/tmp/x y"));
  CHECK(p->sources_count == 2 && p->flags_count == 3);
  for (int i = 0; i < 2; i++) CHECK(!strcmp(p->sources[i], sources[i]));
  for (int i = 0; i < 3; i++) CHECK(!strcmp(p->flags[i], flags[i]));
  CHECK(p->entry_kind == REPLAY_FUNCTION && !strcmp(p->entry, "f"));
  CHECK(!strcmp(p->target, "i386") && !p->error_function);
  CHECK(p->error_label && !*p->error_label && p->uninit_is_any);
  CHECK(back.tests == 12 && back.bugs_count == 2);
  CHECK(back.bugs[0].stack_count == 0 && back.bugs[1].stack_count == 2);
  CHECK(back.bugs[1].test == 7 && back.bugs[1].kind == OUTCOME_OVERFLOW);
  CHECK(!strcmp(back.bugs[1].stack[0].function, "divide"));
  CHECK(back.bugs[1].stack[1].line == 7 && back.bugs[1].stack[0].column == 12);
  run_info_release(&back);
  /* Any damage is a message or another run, never a crash. */
  size_t size;
  char *text = file_read_whole("info/run.info", &size, &error);
  random_source r = {5};
  for (int i = 0; i < 400; i++) {
    char *copy = mem_resize(NULL, size, 1);
    memcpy(copy, text, size);
    size_t cut = random_below(&r, 2) ? size : random_below(&r, size);
    if (cut) copy[random_below(&r, cut)] = (char) random_next(&r);
    CHECK(outdir_write(d, "run.info", copy, cut));
    error = run_info_read(&back, "info");
    if (!error) run_info_release(&back);
    free(error);
    free(copy);
  }
  free(text);
  outdir_close(d);
  error = run_info_read(&back, "nowhere");
  check_holds(error, "nowhere is not the directory of a run");
  free(error);
}

int main(void) {
  char *error = NULL, *directory = scratch_make(&error);
  CHECK(directory && !chdir(directory));
  strings_are_escaped();
  verdicts_are_honest();
  tolerated_bugs_do_not_decide_the_status();
  fingerprints_tell_bugs_apart();
  a_run_is_reported_in_words_and_in_json();
  the_files_of_a_run_are_written();
  empty_reports_are_json_too();
  values_are_readable();
  a_run_is_remembered();
  CHECK(!chdir("/"));
  scratch_remove(directory);
  free(directory);
}
