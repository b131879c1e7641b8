#include "relevancy/weights.h"

#include <assert.h>

static weight combine(weight a, weight b) {
  assert(a < WEIGHTS && b < WEIGHTS);
  return a > b ? a : b;
}

/* First the one, then the other: a constant function forgets what was
 * before. */
static weight extend(weight before, weight after) {
  if (before == WEIGHT_ZERO || after == WEIGHT_ZERO) return WEIGHT_ZERO;
  return after == WEIGHT_KEEP ? before : after;
}

const semiring relevancy_weights = {WEIGHT_ZERO, WEIGHT_KEEP, combine, extend};
