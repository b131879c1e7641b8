#ifndef EXPLORE_ESTIMATE_H
#define EXPLORE_ESTIMATE_H

#include <stdbool.h>
#include <stdint.h>

/*
 * An estimate of the cost of all paths together.  Each state has a share of the tree,
 * halved at each fork.  If the recently ended paths had the share w and cost c, the rest r
 * of the tree will cost about r * c / w (Knuth's estimate of a tree's size).  Exact if all
 * paths are equally deep, perhaps far off otherwise: only the order of contenders may
 * depend on the estimate.
 */
typedef struct estimate_mark {
  uint64_t cost;                /* of the paths */
  double retired;               /* shares ended by then */
  double total;                 /* the estimate then */
} estimate_mark;

typedef struct estimate {
  double count, sum, squares;   /* of the ended shares, path by path */
  estimate_mark earlier, later; /* when the paths had cost a quarter to a half of today's
                                 * cost, and a half to all */
} estimate;

/* A path with this share ended. */
void estimate_retire(estimate *, double share);
/* To be called now and then. */
void estimate_note(estimate *, uint64_t cost);

/* INFINITY: nothing is known. */
double estimate_total(const estimate *, uint64_t cost);
/* Many paths ended, about equally deep, and the estimate does not sink. */
bool estimate_is_reliable(const estimate *, uint64_t cost);

#endif
