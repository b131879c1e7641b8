#ifndef HUNT_LOOP_H
#define HUNT_LOOP_H

#include "hunt/area.h"

/*
 * The loop that looks for inputs, in a target compiled with
 * -fsanitize-coverage=trace-pc-guard,trace-cmp.  A fuzz target (fuzz.c) runs in the loop's
 * own process, which ends with a crashing run; a program with main() (program.c) has a
 * process for each run.
 */

/* Maps the file named by $BRAID_HUNT, and discards the target's output.  NULL: no such
 * file. */
hunt_area *hunt_open(void);

/* Runs the input in bytes_now: `phase` is HUNT_RUNS meanwhile.  HUNT_IDLE: the run ended;
 * HUNT_CRASHES; HUNT_HANGS. */
typedef hunt_kind hunt_execution(hunt_area *);

/* Until the budget is spent; the status to exit with. */
int hunt_loop(hunt_area *, hunt_execution *);

/* A process with the caller's memory, without the sanitizer's work in fork(), which locks
 * everything and takes a millisecond. */
int hunt_fork(void);

/* From now on this process's actions do not count for the execution. */
void hunt_detach(void);

enum { HUNT_FAILED = 3 };       /* exit status: nothing can be run */

#endif
