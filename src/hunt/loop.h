#ifndef HUNT_LOOP_H
#define HUNT_LOOP_H

#include "hunt/area.h"

/*
 * The loop that looks for inputs, in a target that was compiled with
 * -fsanitize-coverage=trace-pc-guard,trace-cmp.  A fuzz target (fuzz.c) runs in the loop's own
 * process, which ends with a run that crashes; a program with main() (program.c) has
 * a process for each run.
 */

/* Maps the file that $BRAID_HUNT names, and has what the target writes go nowhere.  NULL: there
 * is no such file. */
hunt_area *hunt_open(void);

/* Runs the input in bytes_now: `phase` is HUNT_RUNS meanwhile.  HUNT_IDLE: the run ended;
 * HUNT_CRASHES; HUNT_HANGS. */
typedef hunt_kind hunt_execution(hunt_area *);

/* Until the budget is spent; the status to exit with. */
int hunt_loop(hunt_area *, hunt_execution *);

/* A process whose memory is the caller's, without what the sanitizer's own fork() does: it locks
 * all that there is, which takes a millisecond. */
int hunt_fork(void);

/* From now on what this process does is none of the execution. */
void hunt_detach(void);

enum { HUNT_FAILED = 3 };       /* exit status: nothing can be run */

#endif
