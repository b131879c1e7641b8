#ifndef REPLAY_SANITIZER_H
#define REPLAY_SANITIZER_H

#include "replay/replay.h"

/* Messages of sanitizers in the output of a native run. */
typedef struct sanitizer_report {
  outcome_native who;           /* ASAN, LSAN, UBSAN or MSAN */
  outcome kind;                 /* OUTCOME_NONE: no bug that braid looks for */
  char *headline;
  /* The innermost frame in the user's code. */
  char *function, *file;        /* NULL: there is none */
  uint32_t line;
} sanitizer_report;

typedef VEC(sanitizer_report) sanitizer_reports;

sanitizer_reports sanitizer_parse(const char *output);
void sanitizer_reports_release(sanitizer_reports *);

#endif
