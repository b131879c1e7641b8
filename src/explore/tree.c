#include "explore/tree.h"

#include "base/mem.h"
#include "explore/fields.h"

#include <assert.h>

void tree_add(searcher *s, state *added, const state *parent) {
  assert(!explore_of(added)->schedule);
  tree_node *leaf = mem_zeroed(1, sizeof *leaf);
  leaf->state = added;
  explore_of(added)->schedule = leaf;
  s->count++;
  tree_node *beside = parent ? explore_of(parent)->schedule : NULL;
  if (!beside) beside = s->root;
  if (!beside) {
    s->root = leaf;
    return;
  }
  tree_node *inner = mem_zeroed(1, sizeof *inner);
  inner->parent = beside->parent;
  if (!inner->parent) s->root = inner;
  else inner->parent->child[inner->parent->child[1] == beside] = inner;
  inner->child[0] = beside;
  inner->child[1] = leaf;
  beside->parent = leaf->parent = inner;
}

void tree_remove(searcher *s, state *gone) {
  assert(s->count && explore_of(gone)->schedule);
  tree_node *leaf = explore_of(gone)->schedule, *inner = leaf->parent;
  tree_node *heir = NULL;
  explore_of(gone)->schedule = NULL;
  s->count--;
  if (!inner) s->root = NULL;
  else {
    tree_node *sibling = inner->child[inner->child[0] == leaf];
    sibling->parent = inner->parent;
    if (!inner->parent) s->root = sibling;
    else inner->parent->child[inner->parent->child[1] == inner] = sibling;
    free(inner);
    while (!sibling->state) sibling = sibling->child[1];
    heir = sibling;             /* its youngest relative */
  }
  if (s->chosen == leaf) s->chosen = heir;
  if (s->newest == leaf) s->newest = heir;
  if (s->wanderer == leaf) s->wanderer = heir;
  leaf->state = NULL;
  leaf->parent = NULL;
  if (!leaf->is_fresh) free(leaf);      /* else the list frees it */
}

state *tree_pick_random(searcher *s) {
  assert(s->root && s->count);
  tree_node *n = s->root;
  uint64_t bits = 0;
  for (unsigned left = 0; !n->state; bits >>= 1, left--) {
    if (!left) {
      bits = random_next(&s->random);
      left = 64;
    }
    n = n->child[bits & 1];
  }
  return n->state;
}
