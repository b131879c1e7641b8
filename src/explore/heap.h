#ifndef EXPLORE_HEAP_H
#define EXPLORE_HEAP_H

#include "explore/searcher.h"

/* States in a heap, by join order: whom others wait for comes first. */
void heap_add(searcher *, state *, const state *parent);
void heap_remove(searcher *, state *);
/* It ran, and may stand elsewhere now. */
void heap_settle(searcher *, state *);

#endif
