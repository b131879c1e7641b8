#include "explore/heap.h"

/* The deepest call first, in join order; a fixed share to any state. */

/* One slice in four goes to any state, so that nothing starves. */
enum { ONE_IN = 4 };

static state *pick(searcher *s) {
  if (++s->picks % ONE_IN) return s->heap.items[0];
  return s->heap.items[random_below(&s->random, s->heap.count)];
}

const searcher_class search_function = {
  .name = "function", .add = heap_add, .remove = heap_remove, .pick = pick,
  .ran = heap_settle};
