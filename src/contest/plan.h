#ifndef CONTEST_PLAN_H
#define CONTEST_PLAN_H

#include "contest/contend.h"
#include "finding/session.h"
#include "finding/world.h"

/*
 * From the options of a run to the options of each room.  `stop` is set by a signal or the
 * clock.
 */
solver_options plan_solver(const options *, volatile int *stop);
exec_options plan_exec(const options *, const property *, const world *,
                       const ir_program *, volatile int *stop);
bool plan_uses_relevancy(const options *);
/* How states are joined, with so many annotations in the program. */
uint64_t plan_merge(const options *, uint32_t annotations);
/* Returns are compared from the start, in every contender. */
bool plan_compares_returns(const options *, const exec_options *);
/* States at loops' heads are compared with earlier states. */
bool plan_looks_back(const options *);
bool plan_contends(const options *, uint64_t merge);
/* Path by path, in an order that knows seeds. */
bool plan_follows_seeds(const options *, uint64_t merge);
explore_options plan_explore(const options *, const property *, uint64_t merge,
                             bool compares, double began_ms, volatile int *stop);
/* So many at a time. */
unsigned plan_processes(const options *);
/* A ledger is kept of this run. */
bool plan_keeps_ledger(const options *, const explore_options *);
/* Each contender's options: the paths' options with the contender's changes. */
contend_options plan_contenders(const session *, const property *, uint64_t merge,
                                bool compares, uint32_t annotations,
                                const explore_options *paths, volatile int *stop);

#endif
