#include "base/limits.h"
#include "explore/heap.h"

/* Join order: the one that others wait for; now and then one of those that wait
 * goes on until it ends. */

static bool dives(const searcher *s) {
  return s->turns - s->last_end > limits.explore_dive;
}

static state *pick(searcher *s) {
  state *next = s->heap.items[0];
  s->turns++;
  if ((!(s->turns % (dives(s) ? limits.explore_often : limits.explore_patience)) ||
       s->due >= limits.explore_least_share) &&
      s->heap.count > 1) {
    if (!s->runner)
      s->runner = s->heap.items[1 + random_below(&s->random,
                                                 s->heap.count - 1)];
    next = s->runner;
  }
  s->began = next->instructions;
  return next;
}

static void note_run(searcher *s, state *ran) {
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
