#ifndef BASE_RANDOM_H
#define BASE_RANDOM_H

#include <stdint.h>

/* A small deterministic generator (splitmix64): same seed, same numbers, on
 * every machine. */
typedef struct random_source { uint64_t state; } random_source;

static inline uint64_t random_next(random_source *r) {
  uint64_t z = r->state += UINT64_C(0x9e3779b97f4a7c15);
  z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
  return z ^ z >> 31;
}

/* Uniform enough in 0..bound-1; bound is not 0. */
static inline uint64_t random_below(random_source *r, uint64_t bound) {
  return random_next(r) % bound;
}

#endif
