#include "explore/tree.h"

/* A random way down the tree of forks. */

static void stay(searcher *s, state *ran) {
  (void) s;
  (void) ran;
}

const searcher_class search_random = {
  .name = "random-path", .add = tree_add, .remove = tree_remove,
  .pick = tree_pick_random, .ran = stay};
