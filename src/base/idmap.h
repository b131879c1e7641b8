#ifndef BASE_IDMAP_H
#define BASE_IDMAP_H

#include "base/hash.h"
#include "base/mem.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/*
 * A map from nonzero words to words: open addressing, at most half full, so a
 * probe always ends; nothing is deleted but all at once.  All zero is empty.
 * Where the key is more than a word, see base/index.h.
 */
typedef struct idmap {
  struct idmap_slot { uint64_t key, value; } *slots;
  uint32_t count, capacity;     /* capacity: a power of two, or 0 */
} idmap;

static inline struct idmap_slot *idmap_slot(const idmap *m, uint64_t id) {
  const uint32_t last = m->capacity - 1;
  uint32_t i = (uint32_t) hash_end(hash_word(0, id)) & last;
  while (m->slots[i].key && m->slots[i].key != id) i = (i + 1) & last;
  return m->slots + i;
}

/* The value's place, or NULL; valid until the next insertion. */
static inline uint64_t *idmap_find(const idmap *m, uint64_t id) {
  if (!m->capacity) return NULL;
  struct idmap_slot *slot = idmap_slot(m, id);
  return slot->key ? &slot->value : NULL;
}

/* The value's place, made with value 0 if absent. */
static inline uint64_t *idmap_at(idmap *m, uint64_t id) {
  if (2 * (m->count + 1) > m->capacity) {
    const idmap old = *m;
    m->capacity = old.capacity ? 2 * old.capacity : 16;
    m->slots = mem_zeroed(m->capacity, sizeof *m->slots);
    for (uint32_t i = 0; i < old.capacity; i++)
      if (old.slots[i].key) *idmap_slot(m, old.slots[i].key) = old.slots[i];
    free(old.slots);
  }
  struct idmap_slot *slot = idmap_slot(m, id);
  if (!slot->key) {
    slot->key = id;
    m->count++;
  }
  return &slot->value;
}

/* Empties the map; a table that was once large is freed. */
static inline void idmap_clear(idmap *m) {
  if (m->capacity > 16 * (m->count + 8)) {
    free(m->slots);
    *m = (idmap) {0};
  } else if (m->count) {
    memset(m->slots, 0, m->capacity * sizeof *m->slots);
    m->count = 0;
  }
}

static inline void idmap_release(idmap *m) {
  free(m->slots);
  *m = (idmap) {0};
}

#endif
