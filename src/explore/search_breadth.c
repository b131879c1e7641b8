#include "explore/fields.h"
#include "explore/list.h"

/* Breadth first: the oldest runs; one that forked goes to the end. */

static state *pick(searcher *s) { return s->first->state; }

static void to_the_end(searcher *s, state *ran) {
  list_unlink(s, explore_of(ran)->schedule);
  list_append(s, explore_of(ran)->schedule);
}

const searcher_class search_breadth = {
  .name = "bfs", .add = list_add, .remove = list_remove, .pick = pick,
  .ran = to_the_end};
