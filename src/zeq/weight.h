#ifndef ZEQ_WEIGHT_H
#define ZEQ_WEIGHT_H

#include "base/vec.h"

#include <stdbool.h>

/*
 * How many paths states stand for.  A weight is a sum of other weights, which
 * may still grow after states that have it went on; 0 is one path.  Sums of
 * returns never go in circles: what is added to a return's weight comes from
 * inside the call, whose states have the weights of returns from calls further
 * inside.  A loop that comes round to what it was does go in a circle: it has
 * infinitely many paths, of which those are counted that go round once.  The
 * numbers get far beyond 64 bits: they are worked out at the end, as floating
 * numbers.
 */
typedef struct weight_part { uint32_t of, next; uint64_t count; } weight_part;

typedef struct weight {
  uint32_t parts;               /* the first one plus 1 */
  uint32_t group;               /* of whose sum it is a part */
  uint64_t ends;                /* states that ended with it */
  long double value;            /* 0: not worked out */
  bool is_open;                 /* being worked out */
} weight;

typedef struct weights {
  VEC(weight) all;
  VEC(weight_part) parts;
} weights;

void weights_init(weights *);
void weights_release(weights *);

/* A new one, with one part. */
uint32_t weights_new(weights *, uint32_t part, uint32_t group);
void weights_add(weights *, uint32_t to, uint32_t part);
void weights_end(weights *, uint32_t);

/* Over all ends. */
long double weights_total(weights *);
/* Over all weights of each group; `sums` has so many, all 0. */
void weights_by_group(weights *, long double *sums, uint32_t groups);

#endif
