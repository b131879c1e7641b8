#include "shop.h"

#include <stdlib.h>

/* Open addressing, at most half full; key 0 marks a free slot. */

static int slot_of(const index_table *t, long key) {
  const unsigned long h = (unsigned long) key * 2654435761u;
  int at = (int) ((h >> 7) % (unsigned long) t->capacity);
  while (t->slots[at].key && t->slots[at].key != key)
    at = (at + 1) % t->capacity;
  return at;
}

static void enlarge(index_table *t) {
  index_table new = {.capacity = t->capacity ? 2 * t->capacity + 1 : 63,
                     .count = t->count};
  new.slots = need(calloc((size_t) new.capacity, sizeof *new.slots));
  for (int k = 0; k < t->capacity; k++)
    if (t->slots[k].key) new.slots[slot_of(&new, t->slots[k].key)] = t->slots[k];
  free(t->slots);
  *t = new;
}

void index_put(index_table *t, long key, int row) {
  if (2 * (t->count + 1) > t->capacity) enlarge(t);
  index_slot *s = t->slots + slot_of(t, key);
  t->count += !s->key;
  *s = (index_slot) {key, row};
}

int index_find(const index_table *t, long key) {
  if (!t->capacity) return -1;
  const index_slot *s = t->slots + slot_of(t, key);
  return s->key ? s->row : -1;
}

void index_release(index_table *t) {
  free(t->slots);
  *t = (index_table) {0};
}
