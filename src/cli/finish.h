#ifndef CLI_FINISH_H
#define CLI_FINISH_H

#include "finding/session.h"

/*
 * After a run: bugs are confirmed natively, the coverage of the tests is measured on
 * request, and the report is written.
 */

/* The program for a native replay. */
typedef struct native {
  replay_program program;
  VEC(char *) sources;
  VEC(const char *) flags;      /* borrowed */
  char *directory;
} native;

void native_init(native *, const options *, const property *, bool is_fuzz,
                 bool uninit_is_any);
void native_release(native *);

/* Marks known bugs, and bugs without influence on the exit status. */
void finish_tolerate(const options *, report_bug *, uint32_t count);

/* Writes the report's files and returns the run's exit status. */
int finish_write(const options *, const run_report *, outdir *);

/* Prints how to continue an ended run, if possible. */
void finish_tell_resume(const char *directory);

/* Writes everything and returns the run's exit status. */
int finish_run(session *, const property *, const native *,
               const char *command, double began_ms, bool is_interrupted);

#endif
