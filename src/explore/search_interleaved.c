#include "base/limits.h"
#include "explore/part.h"
#include "explore/tree.h"

/*
 * Newest first ends paths, and so ends small trees; coverage finds what is new;
 * random path reaches what neither is led to.  All three work on the one tree.
 * The order with the least work / weight has the next slice, so each has had
 *
 *   work(order) >= weight(order) / SUM * (all work) - explore_order_slice - one slice
 *
 * whatever the others do.  Newest first keeps to the subtree it is in: the new
 * states of the others do not lead it away.  A random path is followed for a
 * slice, depth first: jumping from state to state costs the solver what it knows.
 * Slices grow with the run, to one LONGth of it, for the same reason.
 */
static const uint64_t lively[SEARCHER_ORDERS] = {
  [SEARCHER_NEWEST] = 2, [SEARCHER_COVERAGE] = 2, [SEARCHER_RANDOM] = 1};
/* Nothing new was covered in the last half of the work: most likely nothing is
 * left to be, and states that wait only cost memory. */
static const uint64_t stale[SEARCHER_ORDERS] = {
  [SEARCHER_NEWEST] = 14, [SEARCHER_COVERAGE] = 1, [SEARCHER_RANDOM] = 1};

static void charge(searcher *s) {
  const uint64_t work = s->work - s->charged + limits.explore_order_cost;
  s->charged = s->work;
  s->spent_on[s->order] += work;
  s->slice += work;
  if (s->order == SEARCHER_NEWEST) s->spent += work;
}

static void choose_order(searcher *s) {
  const uint64_t *weights = s->work / 2 > s->news_work ? stale : lively;
  s->slice = 0;
  s->wanderer = NULL;
  /* Where no state is near to anything that is not covered, the coverage order
   * knows no better than newest first: that one has its part, until one is. */
  if (s->guide && !s->fresh.count && !coverage_is_near(s))
    s->spent_on[SEARCHER_COVERAGE] =
        s->spent_on[SEARCHER_NEWEST] * weights[SEARCHER_COVERAGE] /
            weights[SEARCHER_NEWEST] + 1;
  for (unsigned k = 0; k < SEARCHER_ORDERS; k++)
    if (s->spent_on[k] * weights[s->order] < s->spent_on[s->order] * weights[k])
      s->order = k;
}

/* A path may never end: when none has for the quantum, newest first begins anew
 * elsewhere, and the next one may take a quarter longer. */
static state *pick_newest(searcher *s) {
  if (s->spent > s->quantum) {
    s->newest = NULL;
    s->spent = 0;
    s->quantum += s->quantum / 4;
  }
  if (!s->newest) s->newest = explore_of(tree_pick_random(s))->schedule;
  return s->newest->state;
}

static state *pick(searcher *s) {
  charge(s);
  if (s->slice >= limits.explore_order_slice &&
      s->slice >= s->work / limits.explore_order_part)
    choose_order(s);
  switch (s->order) {
  case SEARCHER_NEWEST: return pick_newest(s);
  case SEARCHER_COVERAGE: return coverage_pick(s);
  case SEARCHER_RANDOM:
  case SEARCHER_ORDERS: break;
  }
  if (!s->wanderer) s->wanderer = explore_of(tree_pick_random(s))->schedule;
  return s->wanderer->state;
}

static bool wants_guide(const searcher *s) {
  return s->work > limits.explore_guided_after;
}

const searcher_class search_interleaved = {
  .name = "interleaved", .add = coverage_add, .remove = coverage_remove,
  .pick = pick, .ran = coverage_ran, .wants_guide = wants_guide,
  .interleaves = true};
