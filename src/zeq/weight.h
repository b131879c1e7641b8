#ifndef ZEQ_WEIGHT_H
#define ZEQ_WEIGHT_H

#include "base/vec.h"

#include <stdbool.h>

/*
 * Numbers of paths denoted by states.  A weight is a sum of other weights, which may still
 * grow after states with the weight went on; 0 is one path.  Sums of returns never form
 * circles: additions to a return's weight come from inside the call, from states with
 * weights of returns further inside.  A loop that returns to an earlier form makes a
 * circle: it has infinitely many paths, of which paths around the loop at most once are
 * counted.  The numbers exceed 64 bits: they are computed at the end, as floating numbers.
 */
typedef struct weight_part { uint32_t of, next; uint64_t count; } weight_part;

typedef struct weight {
  uint32_t parts;               /* the first plus 1 */
  uint32_t group;               /* of the sum */
  uint64_t ends;                /* states that ended with the weight */
  long double value;            /* 0: not worked out */
  bool is_open;                 /* being worked out */
} weight;

typedef struct weights {
  VEC(weight) all;
  VEC(weight_part) parts;
} weights;

void weights_init(weights *);
void weights_release(weights *);

/* A new weight with a single part. */
uint32_t weights_new(weights *, uint32_t part, uint32_t group);
void weights_add(weights *, uint32_t to, uint32_t part);
void weights_end(weights *, uint32_t);

/* Over all ends. */
long double weights_total(weights *);
/* Over all weights of each group; `sums` has so many, all 0. */
void weights_by_group(weights *, long double *sums, uint32_t groups);

#endif
