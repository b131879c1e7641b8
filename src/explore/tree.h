#ifndef EXPLORE_TREE_H
#define EXPLORE_TREE_H

#include "explore/searcher.h"

/*
 * The tree of forks: for random path, coverage, and the searcher that interleaves both with
 * depth first.
 *
 * An inner node has both children; a leaf has a state.  When a state dies, its node is
 * removed, and the sibling takes the parent's place.
 */
struct tree_node {
  tree_node *parent, *child[2];
  state *state;
  bool is_fresh;                /* in the list of states to prefer */
  uint8_t rank;                 /* the guide's list of the node ... */
  uint32_t at;                  /* ... and the place in the list */
  struct seed_entry *queued;    /* explore/seeds.h; NULL: not queued */
};

void tree_add(searcher *, state *, const state *parent);
void tree_remove(searcher *, state *);
state *tree_pick_random(searcher *);

/* Coverage order, also of the interleaved searcher. */
void coverage_add(searcher *, state *, const state *parent);
void coverage_remove(searcher *, state *);
state *coverage_pick(searcher *);
void coverage_ran(searcher *, state *);
/* Whether a state is near to uncovered code. */
bool coverage_is_near(const searcher *);

#endif
