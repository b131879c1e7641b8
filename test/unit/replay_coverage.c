#include "replay/coverage.h"
#include "files/outdir.h"
#include "base/process.h"
#include "test/check.h"

#include <string.h>
#include <unistd.h>

static void totals_are_summed_over_files(void) {
  coverage c = coverage_of_lcov("SF:a.c\nDA:1,1\nDA:2,0\nLF:2\nLH:1\nBRF:4\n"
                                "BRH:3\nend_of_record\nSF:b.c\nDA:1,5\n"
                                "DA:7,0\nDA:8,2\nBRDA:1,0,0,-\nBRDA:1,0,1,4\n"
                                "end_of_record\n");
  CHECK(c.lines_total == 5 && c.lines_hit == 3);
  CHECK(c.branches_total == 6 && c.branches_hit == 4);
  c = coverage_of_lcov("");
  CHECK(!c.lines_total && !c.branches_total);
}

static testcase one_int(int value) {
  testcase t = {0};
  testcase_add_input(&t, TESTCASE_VALUE, "int", &value, sizeof value);
  return t;
}

/* The second test ends by a signal, the third by an assumption, the fourth by
 * the clock: all count. */
static void every_test_counts_however_it_ends(void) {
  static const char text[] =
      "#include <stdlib.h>\n"
      "int __VERIFIER_nondet_int(void);\n"
      "void __VERIFIER_assume(int);\n"
      "int main(void) {\n"
      "  int x = __VERIFIER_nondet_int();\n"
      "  if (x == 1)\n"
      "    abort();\n"
      "  if (x == 2)\n"
      "    __VERIFIER_assume(0);\n"
      "  if (x == 3)\n"
      "    for (;;) {}\n"
      "  return 0;\n"
      "}\n";
  char *error = NULL, *directory = scratch_make(&error), *lcov;
  char *path = mem_format("%s/suite.c", directory);
  const char *source = path;
  CHECK(!file_write_whole(path, text, strlen(text)));
  replay_program p = {.sources = &source, .sources_count = 1};
  replay_limits limits = replay_default_limits;
  limits.wall_ms = 700;
  testcase tests[] = {one_int(0), one_int(1), one_int(2), one_int(3)};
  coverage c;
  error = coverage_measure(&p, tests, 1, &limits, &c, &lcov);
  if (error) fatal("%s", error);
  CHECK(c.lines_hit < c.lines_total && c.branches_total == 6);
  CHECK(c.branches_hit == 3);
  CHECK(strstr(lcov, "suite.c") && !strstr(lcov, "replay.c"));
  free(lcov);
  error = coverage_measure(&p, tests, 4, &limits, &c, &lcov);
  if (error) fatal("%s", error);
  CHECK(c.lines_hit == c.lines_total && c.branches_hit == 6);
  free(lcov);
  /* More tests than are merged at a time. */
  testcase many[70];
  for (int i = 0; i < 70; i++) many[i] = tests[i < 3 ? i : 0];
  error = coverage_measure(&p, many, 70, &limits, &c, &lcov);
  if (error) fatal("%s", error);
  CHECK(c.branches_hit == 5);
  free(lcov);
  for (int i = 0; i < 4; i++) testcase_release(&tests[i]);
  scratch_remove(directory);
  free(directory);
  free(path);
}

int main(void) {
  totals_are_summed_over_files();
  if (access("/usr/bin/clang-19", X_OK) || access("/usr/bin/llvm-cov-19", X_OK))
    puts("skipped: clang-19 or llvm-cov-19 is not here");
  else
    every_test_counts_however_it_ends();
}
