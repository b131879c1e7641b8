/* All tests of a suite that `braid export --as=cmocka` wrote, one cmocka test each.
 * Each bug that braid found is a test that fails until it is mended. */
#include "suite.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static int is_known;            /* failures that braid found are expected: --known */

static void run(void **state) {
  const struct suite_test *t = *state;
  char what[256] = "";
  const enum suite_result r = suite_run(t, what, sizeof what);
  if (r == SUITE_SKIPPED) skip();
  if (r == SUITE_FAILED && t->bug && is_known) skip();
  if (r == SUITE_FAILED)
    fail_msg("%s%s%s", what, t->bug ? "; braid found " : "",
             t->bug ? t->bug : "");
}

int main(int argc, char **argv) {
  is_known = argc > 1 && !strcmp(argv[1], "--known");
  struct CMUnitTest *all = calloc(suite_count, sizeof *all);
  if (!all) return 1;
  for (size_t k = 0; k < suite_count; k++)
    all[k] = (struct CMUnitTest) {
      .name = suite_tests[k].name, .test_func = run,
      .initial_state = (void *) (uintptr_t) &suite_tests[k]};
  const int failed = _cmocka_run_group_tests("braid", all, suite_count, NULL,
                                             NULL);
  free(all);
  return failed != 0;
}
