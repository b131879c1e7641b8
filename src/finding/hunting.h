#ifndef FINDING_HUNTING_H
#define FINDING_HUNTING_H

#include "finding/session.h"
#include "replay/replay.h"

/*
 * The contender that runs natively, in the process that was forked for it (contender.h).
 * Of its work one half, or three quarters while they find inputs, is native runs of mutated
 * inputs (replay/hunt.h), the rest a path-by-path exploration from the program's start that
 * follows, as seeds, the inputs that natively took an edge first, crashed or did not end.  What
 * those cover is covered by the exploration; a bug on their paths passes the gate as any other; and an input that the
 * exploration finds is mutated as well.  So no native run decides anything: if there were
 * none, the exploration would be the same but for its order.
 *
 * Where braid chose the inputs' sizes (inputs.h), they grow: once the latter half of what they
 * cost covered nothing new, natively or explored, both go on with the next larger ones, and with
 * all inputs that were found.  The other contenders keep the sizes that were chosen first.
 */

/* A fuzz target; or a program with symbolic arguments, standard input, files or variables,
 * and no input impossible in native runs. */
bool hunting_may(const session *);

/* Approximate cost of building the target, in units of cost: counted, by its
 * instructions. */
uint64_t hunting_build_cost(const ir_program *);

/* Where the exploration's seeds come from; nothing is in there before hunting_begin. */
const seed_source *hunting_seeds(void);

/* From now on this process is this contender. */
void hunting_begin(session *, const replay_program *);

/* As explore_go, but `until` includes the cost of native runs.  EXPLORE_STOPPED without a
 * reason to stop: the target cannot be built, or does not run. */
explore_pause hunting_go(uint64_t until);

/* In the middle of a query, at this cost of the exploration: native runs that are due. */
void hunting_yield(uint64_t cost, uint64_t until);

/* Cost of building and native runs; 0 in other processes. */
uint64_t hunting_spent(void);

/* Statistics of native runs; zeros in other processes. */
hunt_counts hunting_get_counts(void);

/* A test found by the exploration. */
void hunting_take_test(const testcase *);

/* Removes the target. */
void hunting_end(void);

#endif
