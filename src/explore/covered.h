#ifndef EXPLORE_COVERED_H
#define EXPLORE_COVERED_H

#include "exec/exec.h"

#include <stdio.h>

/* Coverage of the user's own code by the explored paths: branch edges, and lines with
 * instructions. */
typedef struct covered {
  uint64_t lines_hit, lines_total, branches_hit, branches_total;
} covered;

covered covered_by(exec *);

/* The same line by line and branch by branch, in lcov's format; a count is 0 or 1.  Files
 * are named as in the debug info. */
void covered_write(exec *, FILE *);

#endif
