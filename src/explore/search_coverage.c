#include "explore/fields.h"
#include "explore/tree.h"

/* What found something new goes on first, the latest first; then what is near to
 * code that nobody ran. */

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

/* In the slices of other orders a state has its parent's rank until it is asked
 * for: to know better costs as much as a fork. */
static bool is_in_haste(const searcher *s) {
  return s->class_of->interleaves && s->order != SEARCHER_COVERAGE;
}

void coverage_add(searcher *s, state *added, const state *parent) {
  uint32_t target;
  tree_add(s, added, parent);
  if (!s->guide) return;
  const tree_node *from = parent ? explore_of(parent)->schedule : NULL;
  if (from && is_in_haste(s) && !added->edge_to_mark)
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
  s->news = s->picks;
  s->news_work = s->work;
  if (n->is_fresh) return;
  n->is_fresh = true;
  vec_push(&s->fresh, n);
}

/* States of equal rank, of which the least run one is chosen: of four it is most likely one of the
 * least run quarter, 0.68 = 1 - (3/4)^4. */
enum { SAMPLED = 4 };

/* Of a few of the rank, the one from whose place others ran least. */
static tree_node *sample(searcher *s, uint32_t rank) {
  tree_node *best = NULL;
  uint32_t least = UINT32_MAX;
  for (unsigned k = 0; k < SAMPLED && least; k++) {
    tree_node *n = s->ranks[rank].items[random_below(&s->random,
                                                     s->ranks[rank].count)];
    const uint32_t sent = guide_sent_from(s->guide, n->state);
    if (sent < least || !best) best = n, least = sent;
  }
  return best;
}

/* Mostly the nearest, each rank half as often as the one before it.  Ranks are
 * lower bounds: a state that is farther off moves there. */
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
  /* One pick in four is random, so that nothing starves. */
  while (s->fresh.count && random_next(&s->random) % 4) {
    tree_node *n = vec_pop(&s->fresh);
    n->is_fresh = false;
    if (n->state) return n->state;
    free(n);
  }
  if (s->guide && random_next(&s->random) % 2) return pick_near(s);
  return tree_pick_random(s);
}

bool coverage_is_near(const searcher *s) {
  for (uint32_t rank = 0; rank + 1 < SEARCHER_RANKS; rank++)
    if (s->ranks[rank].count) return true;
  return false;
}

/* A chosen state keeps one slice in 16 of those without news, and at most 256: of 4,096, four times
 * what makes a dive (search_join.c). */
enum { STALE = 16, LONGEST_STAY = 256 };

state *coverage_pick(searcher *s) {
  const uint64_t stale = (++s->picks - s->news) / STALE;
  const uint64_t longest = stale < LONGEST_STAY ? stale
                                                                 : LONGEST_STAY;
  const uint64_t had = s->picks - s->chosen_at;
  if (!s->chosen || had >= (coverage_is_near(s) ? 2 * longest : longest)) {
    s->chosen = explore_of(pick_anew(s))->schedule;
    s->chosen_at = s->picks;
  } else if (had >= longest) return pick_anew(s);
  return s->chosen->state;
}

static bool always(const searcher *s) {
  (void) s;
  return true;
}

const searcher_class search_coverage = {
  .name = "coverage", .add = coverage_add, .remove = coverage_remove,
  .pick = coverage_pick, .ran = coverage_ran, .wants_guide = always};
