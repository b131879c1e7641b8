#ifndef EXPLORE_COST_H
#define EXPLORE_COST_H

#include "base/prices.h"
#include "exec/exec.h"

/*
 * Work of the executor, its solver and its diagrams so far, as a single count: a unit is
 * about ten nanoseconds.  The same in every repetition of a run.
 */
/* How often each operation of cost.def was done. */
typedef struct cost_counts {
#define COST(NAME, UNITS) uint64_t NAME;
#include "explore/cost.def"
} cost_counts;

cost_counts cost_count(exec *, uint64_t joins);
uint64_t cost_so_far(exec *, uint64_t joins);

/* The units of each operation, and of all. */
cost_counts cost_units(const cost_counts *);
uint64_t cost_sum(const cost_counts *);

/* What only this executor did: terms, queries, objects and native code are counted with its
 * original's. */
uint64_t cost_of_twin(exec *);

#endif
