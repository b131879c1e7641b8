#ifndef BENCH_LATTICE_H
#define BENCH_LATTICE_H

#include <braid.h>

/* One source for the three runs of a row: exact joins, or joins that keep the
 * predicates (-DABSTRACT); without joins it is run with --merge=off. */
#ifdef ABSTRACT
#define JOIN(...) BRAID_MERGE(pred, __VA_ARGS__)
#define JOIN_ANY(...) BRAID_MERGE(pred_any, __VA_ARGS__)
#define FOLD(...) BRAID_FOLD(pred, __VA_ARGS__)
#else
#define FOLD(...) BRAID_MERGE(ite)
#define JOIN(...) BRAID_MERGE(ite)
#define JOIN_ANY(...) BRAID_MERGE(ite)
#endif

#endif
