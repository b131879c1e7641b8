#ifndef EXPLORE_COST_H
#define EXPLORE_COST_H

#include "base/prices.h"
#include "exec/exec.h"

/*
 * Work of the executor, its solver and its diagrams so far, as a single count: a unit is
 * about ten nanoseconds, the time of a concrete instruction.  The same in every repetition
 * of a run.
 */
/* How often each operation of base/prices.def was done; words cost one unit each. */
typedef struct cost_counts {
  uint64_t instructions, words, forks, queries, differences, conflicts, gates, nodes, steps;
} cost_counts;

cost_counts cost_count(exec *, uint64_t joins);
uint64_t cost_so_far(exec *, uint64_t joins);

#endif
