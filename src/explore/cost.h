#ifndef EXPLORE_COST_H
#define EXPLORE_COST_H

#include "exec/exec.h"

/*
 * What the executor, its solver and its diagrams have done so far, as one
 * counted figure: a unit is about ten nanoseconds, a concrete instruction's.
 * It is the same in every repetition of a run.
 */
#define COST_MS UINT64_C(100000) /* units in a millisecond, about */

uint64_t cost_so_far(exec *, uint64_t joins);

#endif
