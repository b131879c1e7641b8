#ifndef REPLAY_COVERAGE_H
#define REPLAY_COVERAGE_H

#include "replay/replay.h"

/* Lines and branches of the user's files covered by a suite; totals 0: not measured. */
typedef struct coverage {
  uint64_t lines_hit, lines_total, branches_hit, branches_total;
  uint32_t tests_run;
} coverage;

/* Sums the LF/LH/BRF/BRH records, or without these the DA/BRDA records. */
coverage coverage_of_lcov(const char *text);

/* Measures the suite natively. *lcov is the report, to be freed.  NULL, or a message to be
 * freed, and then *lcov is NULL. sum->tests_run may be fewer than requested, when the time
 * for all is up. */
char *coverage_measure(const replay_program *, const testcase *tests,
                       uint32_t tests_count, const replay_limits *,
                       coverage *, char **lcov);

#endif
