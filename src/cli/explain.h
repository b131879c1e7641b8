#ifndef CLI_EXPLAIN_H
#define CLI_EXPLAIN_H

#include "finding/session.h"

/*
 * `braid run --explain`: in plain words what became of the paths of a run, what was
 * joined, dropped, taken at once or run natively, where and how often, and why
 * not elsewhere.  All of it is counted, nothing timed: the same run says the same.
 */
void explain_run(const session *, FILE *);

#endif
