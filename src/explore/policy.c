#include "explore/policy.h"

#include "base/limits.h"
#include "explore/cost.h"

#include <assert.h>

const contender_row contender_rows[CONTENDERS] = {
#define CONTENDER(NAME, TEXT, STRATEGIES, DIAGRAMS, HUNTS, SIZES, PERCENT) \
  {TEXT, STRATEGIES, DIAGRAMS, HUNTS, SIZES, PERCENT},
#include "explore/contenders.def"
};

static uint64_t total(const policy_history *h) {
  uint64_t sum = 0;
  for (unsigned k = 0; k < CONTENDERS; k++) sum += h->of[k].cost;
  return sum;
}

static uint64_t tenth_of_a_core(const policy_history *h) {
  return total(h) / (10 * (h->cores ? h->cores : 1));
}

/* Goes path by path, and so looks for what nobody covered. */
static bool seeks(contender k) { return !contender_rows[k].strategies; }

/* Where braid chose the inputs hardly any tree is finished: what is covered counts. */
static bool is_barren(const policy_history *h, contender k) {
  return h->is_chosen && !h->has_unknown && !seeks(k) && !h->of[k].has_news;
}

/* Who wrote a fuzz target expects it to be run natively. */
static unsigned percent_of(const policy_history *h, contender k) {
  const unsigned percent = contender_rows[k].percent;
  if (is_barren(h, k)) return percent < 4 ? 1 : percent / 4;
  return percent * (contender_rows[k].hunts && h->is_fuzz ? 3 : 1);
}

/* Of those that there are, or were. */
static unsigned percents(const policy_history *h) {
  unsigned sum = 0;
  for (unsigned k = 0; k < CONTENDERS; k++)
    if (h->of[k].is_there || h->of[k].cost) sum += percent_of(h, k);
  return sum > 100 ? sum : 100;
}

static double part_of(const policy_history *h, unsigned percent) {
  const double on_one = percent / (double) percents(h);
  return h->cores > 1 ? on_one / (4.0 * h->cores) : on_one;
}

/* Without what building took: else a large target would wait for long before it runs. */
static uint64_t ran_for(const policy_history *h, contender k) {
  const uint64_t cost = h->of[k].cost, build = contender_rows[k].hunts ? h->build : 0;
  return cost > build ? cost - build : 0;
}

static uint64_t all_ran_for(const policy_history *h) {
  uint64_t sum = 0;
  for (unsigned k = 0; k < CONTENDERS; k++) sum += ran_for(h, k);
  return sum;
}

static bool is_stuck(const struct policy_entry *e) {
  return 2 * e->moved_cost < e->cost;
}

static bool is_ahead(const struct policy_entry *a, const struct policy_entry *b) {
  if (is_stuck(a) != is_stuck(b)) return is_stuck(b);
  return 8 * a->instructions > 9 * b->instructions;
}

/* Of the two forms of joins, which take the same order, the one that has come further for as
 * much; CONTENDERS: neither, or too little is known. */
static contender form_ahead(const policy_history *h) {
  const struct policy_entry *d = h->of + CONTENDER_DIAGRAMS, *i = h->of + CONTENDER_ITE;
  if (d->cost < limits.explore_trial || i->cost < limits.explore_trial)
    return CONTENDERS;
  return is_ahead(d, i) ? CONTENDER_DIAGRAMS : is_ahead(i, d) ? CONTENDER_ITE : CONTENDERS;
}

/* Results of functions without code are fresh symbols, which make diagrams large, or not:
 * there the two forms of joins have one floor together. */
static bool shares_floor(const policy_history *h, contender k) {
  return h->has_unknown && (k == CONTENDER_DIAGRAMS || k == CONTENDER_ITE) &&
         h->of[CONTENDER_ITE].is_there && h->of[CONTENDER_DIAGRAMS].is_there;
}

/* What both are behind is for the one ahead; for the one that had less, if neither is. */
static bool takes_both(const policy_history *h, contender k) {
  const contender other = k == CONTENDER_ITE ? CONTENDER_DIAGRAMS : CONTENDER_ITE;
  const contender ahead = form_ahead(h);
  return ahead == CONTENDERS ? h->of[k].cost <= h->of[other].cost : ahead == k;
}

static double behind(const policy_history *h, contender k, uint64_t all) {
  const unsigned ite = contender_rows[CONTENDER_ITE].percent,
                 both = ite + contender_rows[CONTENDER_DIAGRAMS].percent;
  const bool shares = shares_floor(h, k);
  const double own =
      part_of(h, shares ? ite : percent_of(h, k)) * (double) all - (double) ran_for(h, k);
  if (!shares || !takes_both(h, k)) return own;
  const double together = part_of(h, both) * (double) all -
                          (double) (h->of[CONTENDER_DIAGRAMS].cost + h->of[CONTENDER_ITE].cost);
  return own > together ? own : together;
}

/* A run that is still going on then may have a loop that nobody else contains; or an input
 * that is worth what building the target costs. */
static bool is_early(const policy_history *h, contender k) {
  if (contender_rows[k].hunts) return total(h) < h->build;
  if (!(contender_rows[k].strategies & STRATEGY_FOLD)) return false;
  for (unsigned j = 0; j < CONTENDERS; j++)
    if (j != k && h->of[j].is_there) return total(h) < 10 * limits.explore_trial;
  return false;
}

static bool is_free(const policy_history *h, contender k) {
  return h->of[k].is_there && !h->of[k].is_running && !is_early(h, k);
}

static bool is_nearly_done(const policy_history *h) {
  const struct policy_entry *paths = h->of + CONTENDER_PATHS;
  return h->is_reliable &&
         h->estimate < limits.explore_nearly * (double) paths->cost;
}

/* Of the two forms of joins, k leads, or nobody does. */
static bool may_lead(const policy_history *h, contender k) {
  const struct policy_entry *d = h->of + CONTENDER_DIAGRAMS,
                            *i = h->of + CONTENDER_ITE;
  if (!d->is_there || !i->is_there) return true;
  if (h->has_unknown) return takes_both(h, k);
  /* Whether ahead now or not, plain joins have enough to be so later; diagrams have that
   * as their floor. */
  if (k == CONTENDER_ITE && 8 * i->cost < d->cost) return true;
  const contender ahead = form_ahead(h);
  if (ahead != CONTENDERS) return ahead == k;
  return k == CONTENDER_DIAGRAMS || d->is_mostly_diagrams;
}

/* Templates contain what the joins alone do not. */
static bool templates_contain(const policy_history *h) {
  const struct policy_entry *d = h->of + CONTENDER_DIAGRAMS,
                            *t = h->of + CONTENDER_TEMPLATES,
                            *b = h->of + CONTENDER_BOTH;
  if (!b->is_promising && !t->is_promising) return false;
  if (!d->is_there) return true;
  const bool grows = 2 * d->states_cost > d->cost;
  if (!b->is_there) return false;
  if (d->states <= (grows ? 2 : 8) * b->states) return false;
  if (b->cost < 2 * limits.explore_trial) return true;
  return b->is_promising && (grows || b->covered >= d->covered ||
                             2 * d->covered_cost > b->cost);
}

/* Templates that contain somewhat, or are met by paths only, have a head start, and
 * then a tenth. */
static bool templates_may_help(const policy_history *h, contender k) {
  const struct policy_entry *d = h->of + CONTENDER_DIAGRAMS,
                            *b = h->of + CONTENDER_BOTH, *e = h->of + k;
  if (!e->is_promising) return false;
  if (!b->is_there) return e->cost < limits.explore_head_start ||
                           e->cost < tenth_of_a_core(h);
  return 2 * b->states < d->states && e->cost < limits.explore_head_start;
}

/* Where templates contain the states, paths mostly never end: for a while the cores
 * are for the two with templates. */
static bool is_left_to_templates(const policy_history *h) {
  return h->cores > 1 && templates_contain(h) &&
         h->of[CONTENDER_BOTH].cost < limits.explore_head_start;
}

/* What is not decided by then is often decided by invariants or not at all. */
static uint64_t part_of_invariants(const policy_history *h) {
  const uint64_t all = total(h);
  const bool is_long = all > limits.explore_long;
  return is_long ? all / (4 * (h->cores ? h->cores : 1)) : tenth_of_a_core(h);
}

/* While native runs find, half of all; the paths have the other core. */
static uint64_t part_of_hunt(const policy_history *h) {
  const unsigned cores = h->cores ? h->cores : 1;
  return total(h) / (h->of[CONTENDER_HUNT].is_promising ? 2 : 4 * cores);
}

static bool is_favourite(const policy_history *h, contender k) {
  if (is_barren(h, k)) return false;
  switch (k) {
  case CONTENDER_PATHS: return !is_left_to_templates(h);
  case CONTENDER_DIAGRAMS: case CONTENDER_ITE:
    return may_lead(h, k) && !templates_contain(h);
  case CONTENDER_TEMPLATES: case CONTENDER_BOTH:
    return templates_contain(h) || templates_may_help(h, k);
  case CONTENDER_ZEQ: case CONTENDER_ANNOTATED: return h->of[k].is_promising;
  case CONTENDER_INVARIANTS:
    return h->of[k].is_promising && h->of[k].cost < part_of_invariants(h);
  case CONTENDER_HUNT: return ran_for(h, k) < part_of_hunt(h);
  case CONTENDER_SIZES: return ran_for(h, k) < total(h) / 8;
  case CONTENDERS: break;
  }
  return false;
}

static contender favourite(const policy_history *h) {
  if (is_free(h, CONTENDER_PATHS) && is_nearly_done(h)) return CONTENDER_PATHS;
  contender best = CONTENDERS;
  for (unsigned k = 0; k < CONTENDERS; k++)
    if (is_free(h, k) && is_favourite(h, k) &&
        (best == CONTENDERS || ran_for(h, k) < ran_for(h, best)))
      best = k;
  return best;
}

/* Of those whose trial is not over, the one that has had least.  z-equivalence has
 * none: it takes the paths' order, and no fewer of them until states return.  Neither
 * have invariants, which cost much before they close a loop. */
static contender on_trial(const policy_history *h) {
  contender least = CONTENDERS;
  for (unsigned k = 0; k < CONTENDERS; k++)
    if (is_free(h, k) && !(contender_rows[k].strategies & (STRATEGY_RETURN | STRATEGY_FOLD)) &&
        h->of[k].cost < limits.explore_trial &&
        (least == CONTENDERS || h->of[k].cost < h->of[least].cost))
      least = k;
  return least;
}

/* The paths have. */
static bool has_a_core(const policy_history *h) {
  return h->cores > 1 && !templates_contain(h);
}

/* A bug that is not confirmed is none, and one at the end of 2^31 iterations takes seconds. */
static contender confirming(const policy_history *h) {
  contender first = CONTENDERS;
  uint64_t cost = 0;
  for (unsigned k = 0; k < CONTENDERS; k++) {
    if (!h->of[k].confirms) continue;
    cost += h->of[k].cost;
    if (first == CONTENDERS && is_free(h, k)) first = k;
  }
  return 2 * cost < total(h) ? first : CONTENDERS;
}

static contender next(const policy_history *h) {
  const contender tried = on_trial(h);
  if (tried != CONTENDERS) return tried;
  if (has_a_core(h) && is_free(h, CONTENDER_PATHS) &&
      h->of[CONTENDER_PATHS].cost < total(h) / h->cores)
    return CONTENDER_PATHS;
  const contender surest = confirming(h);
  if (surest != CONTENDERS) return surest;
  const uint64_t all = all_ran_for(h);
  contender most = CONTENDERS;
  for (unsigned k = 0; k < CONTENDERS; k++)
    if (is_free(h, k) &&
        (most == CONTENDERS || behind(h, k, all) > behind(h, most, all)))
      most = k;
  if (most == CONTENDERS || behind(h, most, all) > 0) return most;
  const contender liked = favourite(h);
  return liked == CONTENDERS ? most : liked;
}

contender policy_next(const policy_history *h) {
  const contender k = next(h);
  assert(k == CONTENDERS || (h->of[k].is_there && !h->of[k].is_running));
  return k;
}

/* Units of a contender's slice: 2 ms, as a switch between processes and what it takes from the
 * caches is some 10 us. */
enum { LEAST_SLICE = SIZED(200000, 5000) };

uint64_t policy_slice(const policy_history *h, contender k) {
  const uint64_t long_slice = h->of[k].cost / 16;
  return long_slice > LEAST_SLICE ? long_slice : LEAST_SLICE;
}
