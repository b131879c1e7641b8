#include "explore/estimate.h"

#include "base/limits.h"
#include "explore/cost.h"

#include <math.h>

void estimate_retire(estimate *e, double share) {
  e->count++;
  e->sum += share;
  e->squares += share * share;
}

double estimate_total(const estimate *e, uint64_t cost) {
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

/* Equally deep: the mean square of the shares is less than twice the square of
 * their mean. */
bool estimate_is_reliable(const estimate *e, uint64_t cost) {
  const double total = estimate_total(e, cost);
  return e->count > limits.explore_estimate_paths &&
         e->count * e->squares < 2 * e->sum * e->sum &&
         100 * total >= limits.explore_estimate_percent * e->later.total &&
         100 * e->later.total >= limits.explore_estimate_percent * e->earlier.total;
}
