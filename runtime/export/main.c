/*
 * Runs all tests of a suite that `braid export` wrote, or those named:
 *
 *   ./suite [--known] [test000001 ...]
 *
 * Each bug that braid found is a test that fails until it is mended.  With --known
 * such a failure is expected, and only others make the suite fail.
 */
#include "suite.h"

#include <stdio.h>
#include <string.h>

static int is_asked(int argc, char **argv, const char *name) {
  int names = 0;
  for (int k = 1; k < argc; k++) {
    if (argv[k][0] == '-') continue;
    names++;
    if (!strcmp(argv[k], name)) return 1;
  }
  return !names;
}

int main(int argc, char **argv) {
  const int is_known = argc > 1 && !strcmp(argv[1], "--known");
  unsigned passed = 0, failed = 0, known = 0, skipped = 0;
  for (size_t k = 0; k < suite_count; k++) {
    const struct suite_test *t = suite_tests + k;
    char what[256] = "";
    if (!is_asked(argc, argv, t->name)) continue;
    const enum suite_result r = suite_run(t, what, sizeof what);
    if (r == SUITE_PASSED) {
      passed++;
      if (t->bug) printf("%s: passed, no more %s\n", t->name, t->bug);
      continue;
    }
    const int is_expected = r == SUITE_FAILED && t->bug && is_known;
    if (r == SUITE_SKIPPED) skipped++;
    else if (is_expected) known++;
    else failed++;
    printf("%s: %s: %s%s%s\n", t->name,
           r == SUITE_SKIPPED ? "skipped" : is_expected ? "known" : "FAILED",
           what, t->bug ? "; braid found " : "", t->bug ? t->bug : "");
  }
  printf("%u passed, %u failed, %u known, %u skipped\n", passed, failed, known,
         skipped);
  return failed != 0;
}
