#include "explore/estimate.h"

#include "explore/cost.h"

#include <assert.h>
#include <math.h>

void estimate_retire(estimate *e, double share) {
  assert(share >= 0);           /* joined states may have more than all: one for each side */
  e->count++;
  e->sum += share;
  e->squares += share * share;
}

double estimate_total(const estimate *e, uint64_t cost) {
  assert(cost >= e->later.cost && e->later.cost >= e->earlier.cost);
  const double ended = e->sum - e->earlier.retired;
  const double since = (double) (cost - e->earlier.cost);
  return ended > 0 ? (double) cost + (1 - e->sum) * since / ended : INFINITY;
}

/* Rates are those of the last half of the cost, or somewhat more. */
void estimate_note(estimate *e, uint64_t cost) {
  if (cost < COST_MS || cost < 2 * e->later.cost) return;
  const estimate_mark now = {cost, e->sum, estimate_total(e, cost)};
  e->earlier = e->later;
  e->later = now;
}

/* Paths that an estimate rests on: with the bound on the shares' spread it is off by an eighth
 * (1 / sqrt 64).  It may sink by growing runs, by half over two of them (0.7 * 0.7). */
enum { LEAST_PATHS = 64, LEAST_PERCENT = 70 };

/* Equally deep: the mean square of the shares is less than twice the square of
 * their mean. */
bool estimate_is_reliable(const estimate *e, uint64_t cost) {
  const double total = estimate_total(e, cost);
  return e->count > LEAST_PATHS &&
         e->count * e->squares < 2 * e->sum * e->sum &&
         100 * total >= LEAST_PERCENT * e->later.total &&
         100 * e->later.total >= LEAST_PERCENT * e->earlier.total;
}
