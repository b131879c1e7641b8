#ifndef COMPACT_CYCLES_H
#define COMPACT_CYCLES_H

#include "ir/cfg.h"

/*
 * Cycles as in Definition 1 of the paper: a cyclic path without repeated nodes,
 * seen from each of its nodes that can be entered by an edge which the path
 * itself does not close with.  Node 0 is entered from outside.
 */

/* The core, its entry first; the edge back to the entry is implied.  False
 * stops. */
typedef bool (*cycle_visit)(void *context, const uint32_t *core,
                            uint32_t count);

/* Each cycle once, in an order that depends on the graph alone.  False: it was
 * stopped, or gave up after looking at so many edges. */
bool cycles_each(const cfg *, uint64_t max_edges, cycle_visit, void *context);

#endif
