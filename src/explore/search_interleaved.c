#include "base/limits.h"
#include "explore/fields.h"
#include "explore/seeds.h"
#include "explore/tree.h"

/*
 * Newest first ends paths, and so ends small trees; coverage finds what is new;
 * random path reaches what neither is led to.  All three work on the one tree.
 * The order with the least work / weight has the next slice, so each has had
 *
 *   work(order) >= weight(order) / SUM * (all work) - ORDER_SLICE - one slice
 *
 * whatever the others do.  Newest first keeps to the subtree it is in: the new
 * states of the others do not lead it away.  A random path is followed for a
 * slice, depth first: jumping from state to state costs the solver what it knows.
 * Slices grow with the run, to one LONGth of it, for the same reason.
 *
 * Where there are seeds, they come first, and then have their share as long as
 * something is left to be followed.
 */
/* Instructions of one order before the next, 1.3 ms, and parts of the run that such a slice grows
 * to: what the solver knows of a state is lost with a change, so a slice's worth of it costs at
 * most 3 %.  A pick counts as PRICE_FORK at least. */
enum { ORDER_SLICE = SIZED(1 << 17, 1 << 12), ORDER_PART = 32, ORDER_COST = 1 << 9 };

static const uint64_t lively[SEARCHER_ORDERS] = {
  [SEARCHER_SEEDS] = 45, [SEARCHER_NEWEST] = 2, [SEARCHER_COVERAGE] = 2, [SEARCHER_RANDOM] = 1};
/* Nothing new was covered in the last half of the work: most likely nothing is
 * left to be, and states that wait only cost memory. */
static const uint64_t stale[SEARCHER_ORDERS] = {
  [SEARCHER_SEEDS] = 48, [SEARCHER_NEWEST] = 14, [SEARCHER_COVERAGE] = 1, [SEARCHER_RANDOM] = 1};

/* A program's inputs are hardly ever all explored: what is uncovered counts. */
static const uint64_t seeking[SEARCHER_ORDERS] = {
  [SEARCHER_SEEDS] = 90, [SEARCHER_NEWEST] = 1, [SEARCHER_COVERAGE] = 8, [SEARCHER_RANDOM] = 1};

static const uint64_t *weights_of(const searcher *s) {
  return s->class_of->seeks ? seeking : s->work / 2 > s->news_work ? stale : lively;
}

static void charge(searcher *s) {
  const uint64_t work = s->work - s->charged + ORDER_COST;
  s->charged = s->work;
  s->spent_on[s->order] += work;
  s->slice += work;
  if (s->order == SEARCHER_NEWEST) s->spent += work;
}

static void choose_order(searcher *s) {
  const uint64_t *weights = weights_of(s);
  s->slice = 0;
  s->wanderer = NULL;
  /* Where no state is near to anything that is not covered, the coverage order
   * knows no better than newest first: that one has its part, until one is. */
  if (s->guide && !s->fresh.count && !coverage_is_near(s))
    s->spent_on[SEARCHER_COVERAGE] =
        s->spent_on[SEARCHER_NEWEST] * weights[SEARCHER_COVERAGE] /
            weights[SEARCHER_NEWEST] + 1;
  for (unsigned k = s->seeds ? SEARCHER_SEEDS : SEARCHER_NEWEST; k < SEARCHER_ORDERS; k++)
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

/* Nothing is left to be followed: the others have the work that it would have had. */
static void skip_seeds(searcher *s, const uint64_t *weights) {
  s->spent_on[SEARCHER_SEEDS] =
      s->spent_on[SEARCHER_NEWEST] * weights[SEARCHER_SEEDS] /
          weights[SEARCHER_NEWEST] + 1;
  s->order = SEARCHER_NEWEST;
}

static state *pick_next(searcher *s) {
  charge(s);
  if (s->seeds && seeds_go_on(s->seeds)) return s->seeds->at;
  const bool begins = s->seeds && seeds_are_new(s->seeds);
  if (begins) s->order = SEARCHER_SEEDS;
  else if (s->seeds && s->seeds->is_full) s->order = SEARCHER_NEWEST;
  else if (s->slice >= ORDER_SLICE &&
           s->slice >= s->work / ORDER_PART)
    choose_order(s);
  if (s->order == SEARCHER_SEEDS) {
    state *next = s->seeds ? seeds_pick(s->seeds, s) : NULL;
    if (next || !s->count) return next;
    skip_seeds(s, weights_of(s));
  }
  switch (s->order) {
  case SEARCHER_NEWEST: return pick_newest(s);
  case SEARCHER_COVERAGE: return coverage_pick(s);
  case SEARCHER_SEEDS:
  case SEARCHER_RANDOM:
  case SEARCHER_ORDERS: break;
  }
  if (!s->wanderer) s->wanderer = explore_of(tree_pick_random(s))->schedule;
  return s->wanderer->state;
}

static state *pick(searcher *s) {
  state *next = pick_next(s);
  if (s->seeds && next && !seeds_ask(s->seeds, next)) return NULL;
  if (s->seeds && next) seeds_picked(s->seeds, next);
  return next;
}

static void add(searcher *s, state *added, const state *parent) {
  coverage_add(s, added, parent);
  if (s->seeds) seeds_added(s->seeds, s, added, parent);
}

static void remove_state(searcher *s, state *gone) {
  if (s->seeds) seeds_removed(s->seeds, gone);
  coverage_remove(s, gone);
}

static void ran(searcher *s, state *who) {
  coverage_ran(s, who);
  if (s->seeds) seeds_ran(s->seeds, s, who);
}

static bool wants_guide(const searcher *s) {
  return s->seeds || s->work > limits.explore_guided_after;
}

const searcher_class search_interleaved = {
  .name = "interleaved", .add = add, .remove = remove_state,
  .pick = pick, .ran = ran, .wants_guide = wants_guide,
  .interleaves = true};

const searcher_class search_seeking = {
  .name = "seeking", .add = add, .remove = remove_state,
  .pick = pick, .ran = ran, .wants_guide = wants_guide,
  .interleaves = true, .seeks = true};
