#include "explore/list.h"

#include "base/mem.h"
#include "explore/fields.h"

#include <assert.h>

void list_append(searcher *s, link *l) {
  l->before = s->last;
  l->after = NULL;
  if (s->last) s->last->after = l;
  else s->first = l;
  s->last = l;
}

void list_unlink(searcher *s, link *l) {
  if (l->before) l->before->after = l->after;
  else s->first = l->after;
  if (l->after) l->after->before = l->before;
  else s->last = l->before;
}

void list_add(searcher *s, state *added, const state *parent) {
  (void) parent;
  assert(!explore_of(added)->schedule);
  link *l = mem_zeroed(1, sizeof *l);
  l->state = added;
  l->seen = added->instructions;
  explore_of(added)->schedule = l;
  list_append(s, l);
  s->count++;
}

void list_remove(searcher *s, state *gone) {
  assert(s->count && explore_of(gone)->schedule);
  list_unlink(s, explore_of(gone)->schedule);
  free(explore_of(gone)->schedule);
  explore_of(gone)->schedule = NULL;
  s->count--;
}
