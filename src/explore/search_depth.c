#include "explore/fields.h"
#include "explore/list.h"

/* Depth first: the youngest runs on until it ends. */

/* The running state stays last, so that it goes on. */
static void add(searcher *s, state *added, const state *parent) {
  list_add(s, added, parent);
  if (!parent || !explore_of(parent)->schedule) return;
  list_unlink(s, explore_of(parent)->schedule);
  list_append(s, explore_of(parent)->schedule);
}

/* A path may never end: a loop in a library that runs as often as an input
 * says, a recursion without bottom, a callee that waits for ever.  When no path
 * has ended for so long, it is set aside, and comes again when the others have
 * ended or were set aside, too.  The next one may run a quarter longer: so
 * however long paths are, one of them ends after some times its own length, and
 * a score that never end do not hold up the next. */
static void set_aside(searcher *s) {
  link *l = s->last;
  list_unlink(s, l);
  l->before = NULL;
  l->after = s->first;
  s->first->before = l;
  s->first = l;
  s->spent = 0;
  s->quantum += s->quantum / 4;
}

static state *pick(searcher *s) {
  if (s->spent > s->quantum && s->count > 1) set_aside(s);
  return s->last->state;
}

/* Instructions that a slice counts for: most end at a fork, and PRICE_FORK and PRICE_QUERY are
 * 2,000. */
enum { SLICE_COST = 1 << 11 };

static void spend(searcher *s, state *ran) {
  link *l = explore_of(ran)->schedule;
  s->spent += SLICE_COST + (ran->instructions - l->seen);
  l->seen = ran->instructions;
}

const searcher_class search_depth = {
  .name = "dfs", .add = add, .remove = list_remove, .pick = pick, .ran = spend};
