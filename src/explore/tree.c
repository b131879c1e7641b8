#include "explore/tree.h"

#include "base/limits.h"
#include "base/mem.h"
#include "explore/part.h"

/* Random path: the tree of forks ---------------------------------------- */

void tree_add(searcher *s, state *added, const state *parent) {
  tree_node *leaf = mem_zeroed(1, sizeof *leaf);
  leaf->state = added;
  explore_of(added)->schedule = leaf;
  s->count++;
  tree_node *beside = parent ? explore_of(parent)->schedule : NULL;
  if (!beside) beside = s->root;
  if (!beside) {
    s->root = leaf;
    return;
  }
  tree_node *inner = mem_zeroed(1, sizeof *inner);
  inner->parent = beside->parent;
  if (!inner->parent) s->root = inner;
  else inner->parent->child[inner->parent->child[1] == beside] = inner;
  inner->child[0] = beside;
  inner->child[1] = leaf;
  beside->parent = leaf->parent = inner;
}

void tree_remove(searcher *s, state *gone) {
  tree_node *leaf = explore_of(gone)->schedule, *inner = leaf->parent;
  tree_node *heir = NULL;
  explore_of(gone)->schedule = NULL;
  s->count--;
  if (!inner) s->root = NULL;
  else {
    tree_node *sibling = inner->child[inner->child[0] == leaf];
    sibling->parent = inner->parent;
    if (!inner->parent) s->root = sibling;
    else inner->parent->child[inner->parent->child[1] == inner] = sibling;
    free(inner);
    while (!sibling->state) sibling = sibling->child[1];
    heir = sibling;             /* its youngest relative */
  }
  if (s->chosen == leaf) s->chosen = heir;
  if (s->newest == leaf) s->newest = heir;
  if (s->wanderer == leaf) s->wanderer = heir;
  leaf->state = NULL;
  leaf->parent = NULL;
  if (!leaf->is_fresh) free(leaf);      /* else the list frees it */
}

state *tree_pick_random(searcher *s) {
  tree_node *n = s->root;
  uint64_t bits = 0;
  for (unsigned left = 0; !n->state; bits >>= 1, left--) {
    if (!left) {
      bits = random_next(&s->random);
      left = 64;
    }
    n = n->child[bits & 1];
  }
  return n->state;
}

/* Coverage: what found something new goes on first, the latest first; then
 * what is near to code that nobody ran ------------------------------------- */

static void enlist(searcher *s, tree_node *n, uint32_t distance) {
  const uint32_t rank = (distance + 2) / 3;
  n->rank = (uint8_t) (rank < SEARCHER_RANKS ? rank : SEARCHER_RANKS - 1);
  n->at = s->ranks[n->rank].count;
  vec_push(&s->ranks[n->rank], n);
}

static void delist(searcher *s, const tree_node *n) {
  tree_node *last = vec_pop(&s->ranks[n->rank]);
  last->at = n->at;
  if (last != n) s->ranks[n->rank].items[n->at] = last;
}

/* In the slices of other orders a state has its parent's rank until somebody asks
 * for it: to know better costs as much as a fork. */
static bool is_in_haste(const searcher *s) {
  return s->class_of->pick == interleaved_pick && s->order != SEARCHER_COVERAGE;
}

void coverage_add(searcher *s, state *added, const state *parent) {
  uint32_t target;
  tree_add(s, added, parent);
  if (!s->guide) return;
  const tree_node *from = parent ? explore_of(parent)->schedule : NULL;
  if (from && is_in_haste(s) && !added->owed_edge)
    enlist(s, explore_of(added)->schedule, 3u * from->rank);
  else
    enlist(s, explore_of(added)->schedule,
           guide_distance(s->guide, added, &target));
}

static void enlist_known(void *context, state *known) {
  searcher *s = context;
  uint32_t target;
  enlist(s, explore_of(known)->schedule,
         guide_distance(s->guide, known, &target));
}

void searcher_set_guide(searcher *s, guide *g) {
  s->guide = g;
  searcher_each(s, enlist_known, s);
}

void coverage_remove(searcher *s, state *gone) {
  if (s->guide) delist(s, explore_of(gone)->schedule);
  tree_remove(s, gone);
}

void coverage_ran(searcher *s, state *ran) {
  tree_node *n = explore_of(ran)->schedule;
  uint32_t target;
  if (s->guide && !is_in_haste(s)) {
    delist(s, n);
    enlist(s, n, guide_distance(s->guide, ran, &target));
  }
  if (!ran->covers_new) return;
  s->news = s->turns;
  s->news_work = s->work;
  if (n->is_fresh) return;
  n->is_fresh = true;
  vec_push(&s->fresh, n);
}

/* Of a few of the rank, the one from whose place others ran least. */
static tree_node *sample(searcher *s, uint32_t rank) {
  tree_node *best = NULL;
  uint32_t least = UINT32_MAX;
  for (unsigned k = 0; k < limits.explore_sampled && least; k++) {
    tree_node *n = s->ranks[rank].items[random_below(&s->random,
                                                     s->ranks[rank].count)];
    const uint32_t turns = guide_turns(s->guide, n->state);
    if (turns < least || !best) best = n, least = turns;
  }
  return best;
}

/* Mostly the nearest, each rank half as often as the one before it.  Ranks are
 * lower bounds: whoever turns out to be farther off moves there. */
static state *pick_near(searcher *s) {
  for (;;) {
    uint32_t rank = 0, last = 0;
    for (; rank < SEARCHER_RANKS; rank++) {
      if (!s->ranks[rank].count) continue;
      last = rank;
      if (random_next(&s->random) & 1) break;
    }
    tree_node *n = sample(s, last);
    uint32_t target;
    const uint32_t distance = guide_distance(s->guide, n->state, &target);
    const uint32_t was = n->rank;
    delist(s, n);
    enlist(s, n, distance);
    if (n->rank > was) continue;
    guide_sent(s->guide, n->state, target);
    return n->state;
  }
}

static state *pick_anew(searcher *s) {
  /* Every fourth turn is random, so that nothing starves. */
  while (s->fresh.count && random_next(&s->random) % 4) {
    tree_node *n = vec_pop(&s->fresh);
    n->is_fresh = false;
    if (n->state) return n->state;
    free(n);
  }
  if (s->guide && random_next(&s->random) % 2) return pick_near(s);
  return tree_pick_random(s);
}

/* Is anybody near to what nobody ran? */
static bool is_near(const searcher *s) {
  for (uint32_t rank = 0; rank + 1 < SEARCHER_RANKS; rank++)
    if (s->ranks[rank].count) return true;
  return false;
}

state *coverage_pick(searcher *s) {
  const uint64_t stale = (++s->turns - s->news) / limits.explore_stale;
  const uint64_t longest = stale < limits.explore_longest_stay ? stale
                                                                 : limits.explore_longest_stay;
  const uint64_t had = s->turns - s->chosen_at;
  if (!s->chosen || had >= (is_near(s) ? 2 * longest : longest)) {
    s->chosen = explore_of(pick_anew(s))->schedule;
    s->chosen_at = s->turns;
  } else if (had >= longest) return pick_anew(s);
  return s->chosen->state;
}

/* Interleaved -------------------------------------------------------------- */

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
  /* Where nobody is near to anything that is not covered, the coverage order knows
   * no better than newest first: that one has its part, until somebody is. */
  if (s->guide && !s->fresh.count && !is_near(s))
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

state *interleaved_pick(searcher *s) {
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
