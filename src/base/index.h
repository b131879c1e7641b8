#ifndef BASE_INDEX_H
#define BASE_INDEX_H

#include "base/hash.h"

/*
 * Finds elements of an array by content: their numbers, from 1 on, by hash.  The array and
 * the comparison are the caller's:
 *
 *   uint32_t step = 0, n;
 *   while ((n = index_next(x, hash, &step)))
 *       if (is_same(items[n - 1], wanted)) return n;
 *   index_add(x, hash, new_number);
 *
 * Open addressing, at most half full, so every search ends.  Elements are removed only all
 * at once.  All zero is empty.
 */
typedef struct hash_index {
  struct index_slot { uint32_t hash, number; } *slots;
  uint32_t count, capacity;     /* capacity: a power of two, or 0 */
} hash_index;

/* The next number with this hash; 0: no other. */
static inline uint32_t index_next(const hash_index *x, uint64_t hash,
                                  uint32_t *step) {
  if (!x->capacity) return 0;
  const uint32_t h = (uint32_t) (hash & HASH_MASK);
  for (;;) {
    const struct index_slot s = x->slots[(h + (*step)++) & (x->capacity - 1)];
    if (!s.number || s.hash == h) return s.number;
  }
}

void index_add(hash_index *, uint64_t hash, uint32_t number);
/* Empty again, with room for as many. */
void index_clear(hash_index *);
void index_release(hash_index *);

#endif
