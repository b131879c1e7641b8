#ifndef CLI_EXPLAIN_H
#define CLI_EXPLAIN_H

#include "finding/session.h"

/*
 * `braid run --explain`: in plain words the fates of a run's paths: joined, dropped, taken
 * at once or run natively, places and counts, and reasons against.  Everything is counted,
 * nothing timed: the same run prints the same.
 */
void explain_run(const session *, FILE *);

#endif
