#ifndef MERGE_JOIN_CHECK_H
#define MERGE_JOIN_CHECK_H

#include "exec/strategy.h"

/*
 * Checks the promises of join.h for a join without a rule under the model of a side: the
 * joined path holds, and live registers and memory have the side's values.  Fatal
 * otherwise.  For builds for tests (CHECKS): an input for each side, but at every join.
 */
void join_check(exec *, const state *side, const state *joined);
/* The same for memory alone. */
void join_check_memory(exec *, const state *side, const memory *of_side, const memory *joined);

#endif
