#ifndef CLI_FINISH_H
#define CLI_FINISH_H

#include "finding/session.h"

/*
 * What follows a run: bugs are confirmed natively, the coverage of the tests is
 * measured if asked for, and the report is written.
 */

/* The program as a native replay builds it. */
typedef struct native {
  replay_program program;
  VEC(char *) sources;
  VEC(const char *) flags;      /* borrowed */
  char *directory;
} native;

void native_init(native *, const options *, const property *, bool is_fuzz,
                 bool uninit_is_any);
void native_release(native *);

/* Says which bugs were known before, and which do not decide the exit status. */
void finish_tolerate(const options *, report_bug *, uint32_t count);

/* Writes the report's files and returns the run's exit status. */
int finish_write(const options *, const run_report *, outdir *);

/* How to go on with a run that was ended, if that is possible. */
void finish_tell_resume(const char *directory);

/* Writes everything and returns the run's exit status. */
int finish_run(session *, const property *, const native *,
               const char *command, double began_ms, bool is_interrupted);

#endif
