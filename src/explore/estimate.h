#ifndef EXPLORE_ESTIMATE_H
#define EXPLORE_ESTIMATE_H

#include <stdbool.h>
#include <stdint.h>

/*
 * What all paths together will cost.  Each state has a share of the tree, halved
 * at each split.  If the paths that ended lately had the share w and cost c, the
 * rest r of the tree will cost about r * c / w (Knuth's estimate of a tree's
 * size).  It is exact if all paths are equally deep, and may be far off if they
 * are not: nothing may depend on it but who goes first.
 */
typedef struct estimate_mark {
  uint64_t cost;                /* of the paths */
  double retired;               /* shares that had ended by then */
  double total;                 /* as it was estimated */
} estimate_mark;

typedef struct estimate {
  double count, sum, squares;   /* of the shares that ended, path by path */
  estimate_mark earlier, later; /* when the paths had cost a quarter to a half
                                 * of what they do now, and a half to all */
} estimate;

/* A path with that share ended. */
void estimate_retire(estimate *, double share);
/* To be called now and then. */
void estimate_note(estimate *, uint64_t cost);

/* INFINITY: nothing is known. */
double estimate_total(const estimate *, uint64_t cost);
/* Many paths ended, about equally deep, and the estimate does not sink. */
bool estimate_is_reliable(const estimate *, uint64_t cost);

#endif
