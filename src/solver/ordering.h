#ifndef SOLVER_ORDERING_H
#define SOLVER_ORDERING_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Knowledge about the order of some points: a < b and b < c imply a < c.
 *
 * An ordering is a conjunction of comparisons, closed under consequences: for each two
 * points the set of possible relations.  Equal orderings have the same handle, so results
 * under an ordering can be remembered by handle.  Points are small numbers, whose meaning
 * is the caller's.
 *
 * Room for orderings is bounded; beyond the bound less is known than follows.  A correct
 * answer is obtained if anything is forgotten.
 */
enum { ORDERING_POINTS = 64 };

/* Ways of two points to be. */
enum { WAY_LESS = 1, WAY_SAME = 2, WAY_MORE = 4, WAY_ANY = 7 };

typedef struct ordering { uint32_t id; } ordering;      /* 0: nothing is known */

typedef struct orderings orderings;

orderings *orderings_new(void);
void orderings_free(orderings *);
/* All handles are gone, unless there is room for many more. */
void orderings_make_room(orderings *);

/* The possible relations of x and y. */
unsigned ordering_ways(const orderings *, ordering, unsigned x, unsigned y);

/* Restricts x and y to these relations.  False: no values remain. */
bool ordering_add(orderings *, ordering, unsigned x, unsigned y, unsigned ways,
                  ordering *result);

/* The ordering's knowledge about these points (a bit each) among themselves. */
ordering ordering_about(orderings *, ordering, uint64_t points);

#endif
