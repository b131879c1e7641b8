#ifndef SOLVER_ORDERING_H
#define SOLVER_ORDERING_H

#include <stdbool.h>
#include <stdint.h>

/*
 * What is known of the order of some points: that a < b and b < c make a < c.
 *
 * An ordering is what a conjunction of comparisons says, closed under what
 * follows from it: for each two points the set of ways in which they can be.  Equal
 * orderings are the same handle, so that what was found out under one can be
 * remembered by it.  Points are small numbers; whose they are is the caller's.
 *
 * There is room for so many orderings and no more; then less is known than
 * follows.  A correct answer is obtained if anything is forgotten.
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

/* The ways that are left to x and y. */
unsigned ordering_ways(const orderings *, ordering, unsigned x, unsigned y);

/* With x and y in one of these ways besides.  False: no values are so. */
bool ordering_add(orderings *, ordering, unsigned x, unsigned y, unsigned ways,
                  ordering *result);

/* What is known of these points, a bit each, among themselves. */
ordering ordering_about(orderings *, ordering, uint64_t points);

#endif
