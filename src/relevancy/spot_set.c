#include "relevancy/points_internal.h"

#include "base/hash.h"

#include <stdlib.h>

/* Few spots are looked through, many are hashed. */
enum { FEW = 12 };

static uint32_t *find(const spot_set *s, uint32_t spot) {
  const uint32_t mask = s->slot_count - 1;
  uint32_t at = (uint32_t) hash_end(hash_word(1, spot)) & mask;
  while (s->slots[at] && s->items[s->slots[at] - 1] != spot)
    at = (at + 1) & mask;
  return s->slots + at;
}

static void rehash(spot_set *s) {
  s->slot_count = 4 * s->capacity;
  while (s->slot_count & (s->slot_count - 1))
    s->slot_count += s->slot_count & -s->slot_count;
  free(s->slots);
  s->slots = mem_zeroed(s->slot_count, sizeof *s->slots);
  for (uint32_t k = 0; k < s->count; k++) *find(s, s->items[k]) = k + 1;
}

bool spot_set_add(spot_set *s, uint32_t spot) {
  if (s->slots) {
    if (*find(s, spot)) return false;
  } else {
    for (uint32_t k = 0; k < s->count; k++)
      if (s->items[k] == spot) return false;
  }
  if (s->count == s->capacity) {
    s->capacity = s->capacity ? 2 * s->capacity : 4;
    s->items = mem_resize(s->items, s->capacity, sizeof *s->items);
    if (s->count >= FEW) rehash(s);
  }
  s->items[s->count++] = spot;
  if (s->slots) *find(s, spot) = s->count;
  return true;
}

void spot_set_release(spot_set *s) {
  free(s->items);
  free(s->slots);
  *s = (spot_set) {0};
}
