#ifndef EXPLORE_TREE_H
#define EXPLORE_TREE_H

#include "explore/searcher.h"

/*
 * The tree of forks: for random path, coverage, and the searcher that interleaves
 * both with depth first.
 *
 * An inner node has both children; a leaf has a state.  A node whose state died
 * is cut out, and its sibling takes its parent's place.
 */
struct tree_node {
  tree_node *parent, *child[2];
  state *state;
  bool is_fresh;                /* in the list of states to prefer */
  uint8_t rank;                 /* its list of those that the guide knows ... */
  uint32_t at;                  /* ... and where it is in there */
  struct seed_entry *queued;    /* explore/seeds.h; NULL: it is not */
};

void tree_add(searcher *, state *, const state *parent);
void tree_remove(searcher *, state *);
state *tree_pick_random(searcher *);

/* Coverage order, which the interleaved searcher follows, too. */
void coverage_add(searcher *, state *, const state *parent);
void coverage_remove(searcher *, state *);
state *coverage_pick(searcher *);
void coverage_ran(searcher *, state *);
/* Whether a state is near to what is not covered. */
bool coverage_is_near(const searcher *);

#endif
