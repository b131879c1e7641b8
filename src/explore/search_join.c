#include "explore/fields.h"
#include "explore/heap.h"

/* Join order: the one that others wait for; now and then one of those that have waited
 * for long goes on until it ends.  Who waits for the rest of a loop's iteration has
 * not: if it went on, it would meet states of other iterations, and to join those
 * makes everything that the iterations differ in symbolic. */

/* In slices: after PATIENCE without an ended path the search dives, and a state that has waited as
 * long gets one slice of PATIENCE, a thousandth of the run; in a dive one of OFTEN.  There a slice
 * of LONG_SLICE instructions, as 64 shortest ones, counts by its length: of it a share of one in
 * OFTEN is due. */
enum { PATIENCE = 1024, OFTEN = 16, LONG_SLICE = 4096, LEAST_SHARE = LONG_SLICE / OFTEN };

static bool dives(const searcher *s) {
  return s->picks - s->last_end > PATIENCE;
}

static bool starves(const searcher *s, const state *waiting) {
  return s->picks - explore_of(waiting)->since >= PATIENCE;
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
  if (next->frontier > s->frontier) {   /* as good as an end: more of the input was seen */
    s->frontier = next->frontier;
    s->last_end = s->picks;
  }
  const uint64_t period =
      dives(s) ? OFTEN : PATIENCE;
  if ((!(s->picks % period) || s->due >= LEAST_SHARE) &&
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
    s->due -= work + LEAST_SHARE < s->due
                   ? work + LEAST_SHARE : s->due;
  else if (dives(s) && work > LONG_SLICE)
    s->due += work / OFTEN;
  heap_settle(s, ran);
}

const searcher_class search_join = {
  .name = "join", .add = heap_add, .remove = heap_remove, .pick = pick,
  .ran = note_run};
