#ifndef EXPLORE_COVERED_H
#define EXPLORE_COVERED_H

#include "exec/exec.h"

/* What the explored paths covered of the user's own code: branch edges, and
 * lines that have instructions. */
typedef struct covered {
  uint64_t lines_hit, lines_total, branches_hit, branches_total;
} covered;

covered covered_by(exec *);

#endif
