#ifndef EXPLORE_HEAP_H
#define EXPLORE_HEAP_H

#include "explore/searcher.h"

/* States in a heap, by join order: the state that others wait for comes first. */
void heap_add(searcher *, state *, const state *parent);
void heap_remove(searcher *, state *);
/* The state ran, and may have another place now. */
void heap_settle(searcher *, state *);

#endif
