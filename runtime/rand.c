/*
 * rand and random give the numbers that they give natively (glibc's additive
 * generator of degree 31), so that a replayed test takes the same path.
 */
#include "libc.h"

enum { DEGREE = 31, DISTANCE = 3, DISCARDED = 310 };

static uint32_t history[DEGREE];        /* a ring; next is its oldest number */
static unsigned next;
static int is_seeded;

static uint32_t step(void) {
  const uint32_t n = history[next] +
                     history[(next + DEGREE - DISTANCE) % DEGREE];
  history[next] = n;
  next = (next + 1) % DEGREE;
  return n;
}

void srandom(unsigned);
WEAK void srandom(unsigned seed) {
  int64_t word = (int32_t) (seed ? seed : 1);
  for (int i = 0; i < DEGREE; i++) {
    history[i] = (uint32_t) word;
    word = 16807 * word % 2147483647;
    if (word < 0) word += 2147483647;
  }
  next = DISTANCE;
  is_seeded = 1;
  for (int i = 0; i < DISCARDED; i++) step();
}

long random(void);
WEAK long random(void) {
  if (!is_seeded) srandom(1);
  return (long) (step() >> 1);
}

void srand(unsigned);
WEAK void srand(unsigned seed) { srandom(seed); }

int rand(void);
WEAK int rand(void) { return (int) random(); }

int rand_r(unsigned *);
WEAK int rand_r(unsigned *seed) {
  static const unsigned bits[3] = {11, 10, 10};
  uint32_t result = 0, state = *seed;
  for (int i = 0; i < 3; i++) {
    state = state * 1103515245u + 12345u;
    result = result << bits[i] | (state >> 16 & ((1u << bits[i]) - 1));
  }
  *seed = state;
  return (int) result;
}
