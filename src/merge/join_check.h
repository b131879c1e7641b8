#ifndef MERGE_JOIN_CHECK_H
#define MERGE_JOIN_CHECK_H

#include "exec/strategy.h"

/*
 * What join.h promises of a join without a rule, looked at under the model of one side: the
 * joined path holds there, and live registers and memory have the side's values.  Fatal
 * otherwise.  For builds that test braid (CHECKS): one input a side, but at every join.
 */
void join_check(exec *, const state *side, const state *joined);

#endif
