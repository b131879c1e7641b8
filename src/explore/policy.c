#include "explore/policy.h"

#include "base/limits.h"
#include "explore/cost.h"

const contender_row contender_rows[CONTENDERS] = {
#define CONTENDER(NAME, TEXT, JOINS, DIAGRAMS, TEMPLATES, ZEQ, PERCENT) \
  {TEXT, JOINS, DIAGRAMS, TEMPLATES, ZEQ, PERCENT},
#include "explore/contenders.def"
};


static uint64_t total(const policy_history *h) {
  uint64_t sum = 0;
  for (unsigned k = 0; k < CONTENDERS; k++) sum += h->of[k].cost;
  return sum;
}

/* How far it is behind its floor, in hundredths of units. */
static double behind(const policy_history *h, contender k, uint64_t all) {
  return (double) contender_rows[k].percent * (double) all -
         100.0 * (double) h->of[k].cost;
}

static bool is_free(const policy_history *h, contender k) {
  return h->of[k].is_there && !h->of[k].is_running;
}

/* The paths if they are nearly done; else the least costly of the joins and of
 * those that turned out to be of use. */
static contender favourite(const policy_history *h) {
  const struct policy_entry *paths = h->of + CONTENDER_PATHS;
  if (h->is_reliable && is_free(h, CONTENDER_PATHS) &&
      h->estimate < limits.explore_nearly * (double) paths->cost)
    return CONTENDER_PATHS;
  contender best = CONTENDERS;
  for (unsigned k = CONTENDER_PATHS + 1; k < CONTENDERS; k++)
    if (is_free(h, k) && (k == CONTENDER_DIAGRAMS || h->of[k].is_promising) &&
        (best == CONTENDERS || h->of[k].cost < h->of[best].cost))
      best = k;
  return best;
}

/* Of those whose trial is not over, the one that has had least. */
static contender on_trial(const policy_history *h) {
  contender least = CONTENDERS;
  for (unsigned k = 0; k < CONTENDERS; k++)
    if (is_free(h, k) && h->of[k].cost < limits.explore_trial &&
        (least == CONTENDERS || h->of[k].cost < h->of[least].cost))
      least = k;
  return least;
}

contender policy_next(const policy_history *h) {
  const contender tried = on_trial(h);
  if (tried != CONTENDERS) return tried;
  const uint64_t all = total(h);
  contender most = CONTENDERS;
  for (unsigned k = 0; k < CONTENDERS; k++)
    if (is_free(h, k) &&
        (most == CONTENDERS || behind(h, k, all) > behind(h, most, all)))
      most = k;
  if (most == CONTENDERS || behind(h, most, all) > 0) return most;
  const contender liked = favourite(h);
  return liked == CONTENDERS ? most : liked;
}

uint64_t policy_slice(const policy_history *h, contender k) {
  const uint64_t long_slice = h->of[k].cost / 16;
  return long_slice > limits.explore_contender_slice ? long_slice
                                                     : limits.explore_contender_slice;
}
