#ifndef COMPACT_CYCLES_H
#define COMPACT_CYCLES_H

#include "ir/cfg.h"

/*
 * Cycles as in Definition 1 of the paper: a cyclic path without repeated nodes, seen from
 * each node that can be entered by an edge other than the path's closing edge.  Node 0 is
 * entered from outside.
 */

/* The core, entry first; the edge back to the entry is implied.  False stops. */
typedef bool (*cycle_visit)(void *context, const uint32_t *core,
                            uint32_t count);

/* Each cycle once, in an order that depends on the graph alone.  False: stopped, or given
 * up after so many edges. */
bool cycles_each(const cfg *, uint64_t max_edges, cycle_visit, void *context);

#endif
