/* Small programs with one bug each, built and run for real on tests made by
 * hand: each must be confirmed by the tier that can see it, and only there. */
#include "files/outdir.h"
#include "base/process.h"
#include "base/share.h"
#include "replay/replay.h"
#include "test/check.h"

#include <string.h>
#include <unistd.h>

static char *scratch;

static char *write_source(const char *name, const char *text) {
  char *path = mem_format("%s/%s.c", scratch, name);
  char *error = file_write_whole(path, text, strlen(text));
  CHECK(!error);
  return path;
}

static testcase one_int(int value) {
  testcase t = {0};
  testcase_add_argument(&t, "prog");
  testcase_add_input(&t, TESTCASE_VALUE, "int", &value, sizeof value);
  return t;
}

typedef struct expectation {
  const char *name, *text;      /* the bug is on the line with BUG */
  const char *function;
  outcome kind;
  int bad, good;                /* inputs with and without the bug */
  replay_tier tier;
} expectation;

static const expectation expected[] = {
  {"division",
   "int __VERIFIER_nondet_int(void);\n"
   "static int f(int x) { return 100 / x; } /* BUG */\n"
   "int main(void) { return f(__VERIFIER_nondet_int()) == 7; }\n",
   "f", OUTCOME_DIV_BY_ZERO, 0, 3, REPLAY_UBSAN},
  {"overflow",
   "int __VERIFIER_nondet_int(void);\n"
   "int main(void) {\n"
   "  int x = __VERIFIER_nondet_int();\n"
   "  return x + 1 == 7; /* BUG */\n"
   "}\n",
   "main", OUTCOME_OVERFLOW, 0x7fffffff, 3, REPLAY_UBSAN},
  {"shift",
   "int __VERIFIER_nondet_int(void);\n"
   "int main(void) { return 1 << __VERIFIER_nondet_int() == 7; } /* BUG */\n",
   "main", OUTCOME_SHIFT, 40, 3, REPLAY_UBSAN},
  {"heap",
   "#include <stdlib.h>\n"
   "int __VERIFIER_nondet_int(void);\n"
   "int main(void) {\n"
   "  char *p = calloc(10, 1);\n"
   "  int c = p[__VERIFIER_nondet_int()]; /* BUG */\n"
   "  free(p);\n"
   "  return c;\n"
   "}\n",
   "main", OUTCOME_OUT_OF_BOUNDS, 10, 9, REPLAY_ASAN},
  {"freed",
   "#include <stdlib.h>\n"
   "int __VERIFIER_nondet_int(void);\n"
   "static int read_it(int *p) {\n"
   "  return *p; /* BUG */\n"
   "}\n"
   "int main(void) {\n"
   "  int *p = calloc(1, 4), r = 0;\n"
   "  if (__VERIFIER_nondet_int() == 5) free(p), r = read_it(p);\n"
   "  else free(p);\n"
   "  return r;\n"
   "}\n",
   "read_it", OUTCOME_USE_AFTER_FREE, 5, 6, REPLAY_ASAN},
  {"twice",
   "#include <stdlib.h>\n"
   "int __VERIFIER_nondet_int(void);\n"
   "int main(void) {\n"
   "  int *p = calloc(1, 4);\n"
   "  free(p);\n"
   "  if (__VERIFIER_nondet_int() == 5) free(p); /* BUG */\n"
   "  return 0;\n"
   "}\n",
   "main", OUTCOME_DOUBLE_FREE, 5, 6, REPLAY_ASAN},
  {"null",
   "int __VERIFIER_nondet_int(void);\n"
   "int main(void) {\n"
   "  int x = 1, *p = __VERIFIER_nondet_int() ? &x : 0;\n"
   "  *p = 2; /* BUG */\n"
   "  return x == 7;\n"
   "}\n",
   "main", OUTCOME_NULL_POINTER, 0, 1, REPLAY_UBSAN},
  {"unwritten",
   "int __VERIFIER_nondet_int(void);\n"
   "int main(void) {\n"
   "  int x, n = __VERIFIER_nondet_int();\n"
   "  if (n > 3) x = 1;\n"
   "  if (x) return 1; /* BUG */\n"
   "  return 0;\n"
   "}\n",
   "main", OUTCOME_UNINIT, 3, 4, REPLAY_MSAN},
  {"leak",
   "#include <stdlib.h>\n"
   "int __VERIFIER_nondet_int(void);\n"
   "static void f(int n) { int *p = malloc(4); if (n) free(p); } /* BUG */\n"
   "int main(void) { f(__VERIFIER_nondet_int()); return 0; }\n",
   "f", OUTCOME_LEAK, 0, 1, REPLAY_LSAN},
  {"assertion",
   "#include <assert.h>\n"
   "int __VERIFIER_nondet_int(void);\n"
   "int main(void) {\n"
   "  int x = __VERIFIER_nondet_int();\n"
   "  assert(x != 42); /* BUG */\n"
   "}\n",
   "main", OUTCOME_ASSERT, 42, 41, REPLAY_EFFECT},
  {"aborts",
   "#include <stdlib.h>\n"
   "int __VERIFIER_nondet_int(void);\n"
   "int main(void) {\n"
   "  if (__VERIFIER_nondet_int() == 42) abort(); /* BUG */\n"
   "}\n",
   "main", OUTCOME_ABORT, 42, 41, REPLAY_EFFECT},
  {"error",
   "extern int __VERIFIER_nondet_int(void);\n"
   "extern void reach_error(void);\n"
   "int main(void) {\n"
   "  if (__VERIFIER_nondet_int() == 42) reach_error(); /* BUG */\n"
   "}\n",
   "main", OUTCOME_REACH_ERROR, 42, 41, REPLAY_EFFECT},
  {"empty_error",
   "extern int __VERIFIER_nondet_int(void);\n"
   "void reach_error(void) {}\n"
   "int main(void) {\n"
   "  if (__VERIFIER_nondet_int() == 42) reach_error(); /* BUG */\n"
   "}\n",
   "main", OUTCOME_REACH_ERROR, 42, 41, REPLAY_EFFECT},
};

static uint32_t bug_line(const char *text) {
  const char *bug = strstr(text, "BUG");
  uint32_t line = 1;
  CHECK(bug);
  for (; text < bug; text++) line += *text == '\n';
  return line;
}

static replay_answer confirm(replay_session *s, const expectation *e,
                             uint32_t line, int value) {
  char *file = mem_format("%s.c", e->name);
  replay_frame frame = {e->function, file, line, 0};
  replay_prediction p = {.kind = e->kind, .stack = &frame, .stack_count = 1};
  testcase t = one_int(value);
  replay_answer a = replay_confirm(s, &p, &t);
  testcase_release(&t);
  free(file);
  return a;
}

static void each_bug_is_confirmed_by_its_tier(void) {
  /* A machine may stall; only a program that never ends runs out of a minute. */
  replay_limits patient = replay_default_limits;
  patient.wall_ms = 60000;
  for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
    const expectation *e = &expected[i];
    const char *path = write_source(e->name, e->text);
    replay_program p = {.sources = &path, .sources_count = 1};
    replay_session *s = replay_session_new(&p, &patient);
    uint32_t line = bug_line(e->text);
    replay_answer a = confirm(s, e, line, e->bad);
    bool no_ptrace = e->kind == OUTCOME_LEAK && a.tier == REPLAY_BRAID;
    if (no_ptrace) puts("skipped: LeakSanitizer cannot run here");
    if (a.tier != e->tier && !no_ptrace)
      fatal("%s: %s, %s", e->name, replay_tier_text(a.tier), a.detail);
    /* What is said must not differ from run to run. */
    CHECK(a.detail && !strstr(a.detail, "0x"));
    free(a.detail);
    /* An input without the bug must not confirm it. */
    a = confirm(s, e, line, e->good);
    if (a.tier != REPLAY_NOT_REPRODUCED && !no_ptrace)
      fatal("%s, good: %s, %s", e->name, replay_tier_text(a.tier), a.detail);
    free(a.detail);
    /* Nor may the bug confirm one that is said to be elsewhere. */
    a = confirm(s, e, line + 100, e->bad);
    bool placed = e->kind != OUTCOME_LEAK && e->kind != OUTCOME_UNINIT &&
                  e->kind != OUTCOME_ABORT && e->kind != OUTCOME_REACH_ERROR;
    if (placed && a.tier != REPLAY_OTHER)
      fatal("%s, elsewhere: %s, %s", e->name, replay_tier_text(a.tier),
            a.detail);
    free(a.detail);
    /* Nor one of another kind at the same place. */
    expectation other = *e;
    other.kind = e->kind == OUTCOME_SHIFT ? OUTCOME_DIV_BY_ZERO : OUTCOME_SHIFT;
    a = confirm(s, &other, line, e->bad);
    if (placed && a.tier != REPLAY_OTHER)
      fatal("%s, another kind: %s, %s", e->name, replay_tier_text(a.tier),
            a.detail);
    free(a.detail);
    replay_session_free(s);
    unlink(path);
    free((char *) path);
  }
}

static void a_program_that_never_ends_is_timed_out(void) {
  const char *path = write_source("loop", "int main(void) { for (;;) {} }\n");
  replay_program p = {.sources = &path, .sources_count = 1};
  replay_limits limits = replay_default_limits;
  limits.wall_ms = 500;
  replay_session *s = replay_session_new(&p, &limits);
  replay_prediction predicted = {.kind = OUTCOME_ASSERT};
  testcase t = {0};
  replay_answer a = replay_confirm(s, &predicted, &t);
  CHECK(a.tier == REPLAY_TIMED_OUT);
  free(a.detail);
  replay_session_free(s);
  free((char *) path);
}

/* It has an hour: only the report ends it, not one of another line. */
static void a_report_is_not_waited_upon(void) {
  const char *path = write_source(
      "onwards", "#include <unistd.h>\n"
                 "volatile int x = 2147483647, y;\n"
                 "static void f(void) { y = x + 1; }\n"
                 "int main(void) {\n"
                 "  write(1, \"\", 1);\n"
                 "  f();\n"
                 "  for (int k = 0;; k ^= 1)\n"
                 "    y = x + 2;\n"
                 "}\n");
  replay_program p = {.sources = &path, .sources_count = 1};
  replay_limits limits = replay_default_limits;
  limits.wall_ms = 3600000;
  limits.cpu_s = 0;
  replay_session *s = replay_session_new(&p, &limits);
  const expectation e = {.name = "onwards", .function = "main", .kind = OUTCOME_OVERFLOW};
  replay_answer a = confirm(s, &e, 8, 0);
  if (a.tier != REPLAY_UBSAN) fatal("%s: %s", replay_tier_text(a.tier), a.detail ? a.detail : "");
  if (!strstr(a.detail, "onwards.c:8")) fatal("%s", a.detail);
  free(a.detail);
  replay_session_free(s);
  free((char *) path);
}

static void what_does_not_compile_says_so(void) {
  const char *path = write_source("broken", "int main(void) { return x; }\n");
  replay_program p = {.sources = &path, .sources_count = 1};
  char *binary = mem_format("%s/broken", scratch);
  char *error = replay_build(&p, REPLAY_WITH_COVERAGE, binary);
  if (!error || !strstr(error, "undeclared identifier")) fatal("%s", error ? error : "");
  free(error);
  unlink(path);
  error = replay_build(&p, REPLAY_WITH_COVERAGE, binary);
  CHECK(error && strstr(error, "No such file"));
  free(error);
  free(binary);
  free((char *) path);
}

/* Arguments, stdin, files, objects by name and in order, an assumption. */
static void the_whole_environment_is_restored(void) {
  const char *path = write_source("world",
    "#include <stdio.h>\n#include <string.h>\n#include <klee/klee.h>\n"
    "int main(int argc, char **argv) {\n"
    "  char a[3], b[3], c[3], text[9] = \"\", line[9] = \"\";\n"
    "  FILE *f = fopen(\"A\", \"r\");\n"
    "  if (argc != 5 || strcmp(argv[1], \"-x\") || strcmp(argv[2], \"hi\") ||\n"
    "      strcmp(argv[3], \"yo\") || strcmp(argv[4], \"me\")) return 2;\n"
    "  if (!f || !fgets(text, 9, f) || strcmp(text, \"file\")) return 3;\n"
    "  if (!fgets(line, 9, stdin) || strcmp(line, \"in\")) return 4;\n"
    "  klee_make_symbolic(b, 3, \"b\");\n"
    "  klee_make_symbolic(a, 3, \"a\");\n"
    "  klee_make_symbolic(c, 3, \"a\");\n"
    "  if (memcmp(a, \"a1\", 3) || memcmp(b, \"b1\", 3) ||\n"
    "      memcmp(c, \"a2\", 3)) return 5;\n"
    "  if (klee_int(\"none\")) return 6;\n"
    "  klee_assume(argc == 4);\n"
    "  return 7;\n"
    "}\n");
  replay_program p = {.sources = &path, .sources_count = 1};
  char *binary = mem_format("%s/world", scratch);
  char *error = replay_build(&p, REPLAY_WITH_ASAN, binary);
  if (error) fatal("%s", error);
  testcase t = {0};
  testcase_add_argument(&t, "prog");
  testcase_add_argument(&t, "-x");
  testcase_add_argument(&t, "--sym-arg");
  testcase_add_argument(&t, "3");
  testcase_add_argument(&t, "--sym-args");
  testcase_add_argument(&t, "0");
  testcase_add_argument(&t, "2");
  testcase_add_argument(&t, "3");
  testcase_add_argument(&t, "--sym-args");
  testcase_add_argument(&t, "1");
  testcase_add_argument(&t, "1");
  testcase_add_argument(&t, "2");
  testcase_add_argument(&t, "--sym-files");
  testcase_add_argument(&t, "1");
  testcase_add_argument(&t, "4");
  testcase_add_input(&t, TESTCASE_OBJECT, "arg00", "hi\0x", 4);
  testcase_add_input(&t, TESTCASE_OBJECT, "n_args", "\1\0\0", 4);
  testcase_add_input(&t, TESTCASE_OBJECT, "arg01", "yo", 3);
  testcase_add_input(&t, TESTCASE_OBJECT, "arg02", "me", 3);
  testcase_add_input(&t, TESTCASE_OBJECT, "A_data", "file", 4);
  testcase_add_input(&t, TESTCASE_OBJECT, "stdin", "in", 2);
  testcase_add_input(&t, TESTCASE_OBJECT, "a", "a1", 3);
  testcase_add_input(&t, TESTCASE_OBJECT, "a", "a2", 3);
  testcase_add_input(&t, TESTCASE_OBJECT, "b", "b1", 3);
  replay_run_result r = replay_run(binary, &t, &replay_default_limits, NULL);
  CHECK(r.started && !r.signal);
  CHECK(r.assumption_failed && r.exit_status == 77);
  replay_run_release(&r);
  testcase_release(&t);
  free(binary);
  free((char *) path);
}

static void fuzz_targets_get_a_block_of_their_size(void) {
  const char *path = write_source("fuzz",
    "#include <stddef.h>\n#include <stdint.h>\n"
    "int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {\n"
    "  if (size > 2 && data[0] == 'F' && data[1] == 'U')\n"
    "    return data[3] == 'Z';\n"
    "  return 0;\n"
    "}\n"
    "int main(void) { return 3; }\n");
  replay_program p = {.sources = &path, .sources_count = 1,
                      .entry_kind = REPLAY_FUZZ};
  replay_session *s = replay_session_new(&p, &replay_default_limits);
  replay_frame frame = {"LLVMFuzzerTestOneInput", "fuzz.c", 5, 0};
  replay_prediction predicted = {.kind = OUTCOME_OUT_OF_BOUNDS, .stack = &frame, .stack_count = 1};
  testcase t = {0};
  testcase_add_input(&t, TESTCASE_OBJECT, TESTCASE_FUZZ_DATA, "FUZZ!", 5);
  testcase_add_input(&t, TESTCASE_OBJECT, TESTCASE_FUZZ_SIZE, "\3\0\0\0\0\0\0",
                     8);
  replay_answer a = replay_confirm(s, &predicted, &t);
  CHECK(a.tier == REPLAY_ASAN);
  free(a.detail);
  testcase_release(&t);
  replay_session_free(s);
  free((char *) path);
}

/* The watched function may have any name, even one of the replay library's. */
static void any_function_may_be_the_error(void) {
  const char *path = write_source("own_error",
    "int __VERIFIER_nondet_int(void);\n"
    "void fail(void) {}\n"
    "int main(void) { if (__VERIFIER_nondet_int() == 3) fail(); }\n");
  replay_program p = {.sources = &path, .sources_count = 1,
                      .error_function = "fail"};
  replay_session *s = replay_session_new(&p, &replay_default_limits);
  replay_prediction predicted = {.kind = OUTCOME_REACH_ERROR};
  for (int x = 3; x <= 4; x++) {
    testcase t = one_int(x);
    replay_answer a = replay_confirm(s, &predicted, &t);
    CHECK(a.tier == (x == 3 ? REPLAY_EFFECT : REPLAY_NOT_REPRODUCED));
    free(a.detail);
    testcase_release(&t);
  }
  replay_session_free(s);
  free((char *) path);
}

static void a_function_may_be_the_entry(void) {
  const char *path = write_source("entry",
    "int divide(int a, long b) { return (int) (a / b); }\n");
  replay_program p = {.sources = &path, .sources_count = 1,
                      .entry_kind = REPLAY_FUNCTION, .entry = "divide"};
  replay_session *s = replay_session_new(&p, &replay_default_limits);
  replay_frame frame = {"divide", "entry.c", 1, 0};
  replay_prediction predicted = {.kind = OUTCOME_DIV_BY_ZERO, .stack = &frame, .stack_count = 1};
  testcase t = {0};
  testcase_add_input(&t, TESTCASE_OBJECT, "param0", "\5\0\0", 4);
  testcase_add_input(&t, TESTCASE_OBJECT, "param1", "\0\0\0\0\0\0\0", 8);
  replay_answer a = replay_confirm(s, &predicted, &t);
  CHECK(a.tier == REPLAY_UBSAN);
  free(a.detail);
  testcase_release(&t);
  replay_session_free(s);
  free((char *) path);
}

/* For another machine, as flags of the user's may say, it is compiled with the program. */
static void the_library_is_compiled_beforehand(void) {
  static const char *const parts[] = {"asan", "asan-error", "msan", "msan-error", "plain"};
  static const char *const flags[] = {"-mno-omit-leaf-frame-pointer"};
  for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
    char *name = mem_format("runtime/replay-%s.o", parts[k]), *path = share_find(name);
    if (!path) fatal("%s is not there", name);
    free(name);
    free(path);
  }
  const char *path = write_source("machine",
    "int __VERIFIER_nondet_int(void);\n"
    "void reach_error(void) {}\n"
    "int main(void) { if (__VERIFIER_nondet_int() == 3) reach_error(); }\n");
  replay_program p = {.sources = &path, .sources_count = 1, .flags = flags, .flags_count = 1};
  replay_session *s = replay_session_new(&p, &replay_default_limits);
  replay_prediction predicted = {.kind = OUTCOME_REACH_ERROR};
  testcase t = one_int(3);
  replay_answer a = replay_confirm(s, &predicted, &t);
  CHECK(a.tier == REPLAY_EFFECT);
  free(a.detail);
  testcase_release(&t);
  replay_session_free(s);
  free((char *) path);
}

static void output_and_memory_are_limited(void) {
  const char *path = write_source("flood",
    "#include <stdio.h>\n"
    "int main(void) { for (int i = 0; i < 100000; i++) puts(\"flood\"); }\n");
  replay_program p = {.sources = &path, .sources_count = 1};
  char *binary = mem_format("%s/flood", scratch);
  char *error = replay_build(&p, REPLAY_WITH_COVERAGE, binary);
  CHECK(!error);
  replay_limits limits = replay_default_limits;
  limits.output_bytes = 1000;
  testcase t = {0};
  replay_run_result r = replay_run(binary, &t, &limits, NULL);
  CHECK(r.started && r.exit_status == 0 && strlen(r.output) == 1000);
  replay_run_release(&r);
  free(binary);
  free((char *) path);
}

int main(void) {
  char *error = NULL;
  scratch = scratch_make(&error);
  CHECK(scratch);
  if (access("/usr/bin/clang-19", X_OK)) {
    puts("skipped: clang-19 is not here");
    return 0;
  }
  each_bug_is_confirmed_by_its_tier();
  a_program_that_never_ends_is_timed_out();
  a_report_is_not_waited_upon();
  what_does_not_compile_says_so();
  the_whole_environment_is_restored();
  fuzz_targets_get_a_block_of_their_size();
  any_function_may_be_the_error();
  a_function_may_be_the_entry();
  the_library_is_compiled_beforehand();
  output_and_memory_are_limited();
  scratch_remove(scratch);
  free(scratch);
}
