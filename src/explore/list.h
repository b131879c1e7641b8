#ifndef EXPLORE_LIST_H
#define EXPLORE_LIST_H

#include "explore/searcher.h"

/* States in a doubly linked list, oldest first: for depth and breadth first. */
typedef struct link {
  state *state;
  struct link *before, *after;
  uint64_t seen;                /* of the state's instructions */
} link;

void list_append(searcher *, link *);
void list_unlink(searcher *, link *);

void list_add(searcher *, state *, const state *parent);
void list_remove(searcher *, state *);

#endif
