#include "base/limits.h"
#include "explore/fields.h"
#include "explore/heap.h"

/* Join order: the one that others wait for; now and then one of those that have waited
 * for long goes on until it ends.  Who waits for the rest of a loop's iteration has
 * not: if it went on, it would meet states of other iterations, and to join those
 * makes everything that the iterations differ in symbolic. */

static bool dives(const searcher *s) {
  return s->picks - s->last_end > limits.explore_dive;
}

static bool starves(const searcher *s, const state *waiting) {
  return s->picks - explore_of(waiting)->since >= limits.explore_patience;
}

/* NULL: none has waited for long. */
static state *pick_runner(searcher *s) {
  uint32_t count = 0;
  for (uint32_t k = 1; k < s->heap.count; k++)
    count += starves(s, s->heap.items[k]);
  if (!count) return NULL;
  uint64_t left = random_below(&s->random, count);
  uint32_t k = 1;
  while (!starves(s, s->heap.items[k]) || left--) k++;
  return s->heap.items[k];
}

static state *pick(searcher *s) {
  state *next = s->heap.items[0];
  s->picks++;
  const uint64_t period =
      dives(s) ? limits.explore_often : limits.explore_patience;
  if ((!(s->picks % period) || s->due >= limits.explore_least_share) &&
      s->heap.count > 1) {
    if (!s->runner) s->runner = pick_runner(s);
    if (s->runner) next = s->runner;
  }
  s->began = next->instructions;
  return next;
}

static void note_run(searcher *s, state *ran) {
  explore_of(ran)->since = s->picks;
  const uint64_t work =
      ran->instructions > s->began ? ran->instructions - s->began : 0;
  if (ran == s->runner)
    s->due -= work + limits.explore_least_share < s->due
                   ? work + limits.explore_least_share : s->due;
  else if (dives(s) && work > limits.explore_long_slice)
    s->due += work / limits.explore_often;
  heap_settle(s, ran);
}

const searcher_class search_join = {
  .name = "join", .add = heap_add, .remove = heap_remove, .pick = pick,
  .ran = note_run};
