#include "relevancy/points_internal.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Looked through one by one: a line of the cache.  A set of more has a bit for each spot. */
enum { FEW_SPOTS = 12 };
static_assert(FEW_SPOTS * sizeof(uint32_t) <= 64, "a line");

static bool has(const spot_set *s, uint32_t spot) {
  if (s->bits)
    return spot / 64 < s->words && s->bits[spot / 64] >> spot % 64 & 1;
  for (uint32_t k = 0; k < s->count; k++)
    if (s->items[k] == spot) return true;
  return false;
}

static void set_bit(spot_set *s, uint32_t spot) {
  if (spot / 64 >= s->words) {
    const uint32_t words = spot / 64 + 8;
    s->bits = mem_resize(s->bits, words, sizeof *s->bits);
    memset(s->bits + s->words, 0, (words - s->words) * sizeof *s->bits);
    s->words = words;
  }
  s->bits[spot / 64] |= UINT64_C(1) << spot % 64;
}

bool spot_set_add(spot_set *s, uint32_t spot) {
  if (has(s, spot)) return false;
  if (s->count == s->capacity) {
    s->capacity = s->capacity ? 2 * s->capacity : 4;
    s->items = mem_resize(s->items, s->capacity, sizeof *s->items);
  }
  s->items[s->count++] = spot;
  if (s->bits) set_bit(s, spot);
  else if (s->count > FEW_SPOTS)
    for (uint32_t k = 0; k < s->count; k++) set_bit(s, s->items[k]);
  return true;
}

void spot_set_release(spot_set *s) {
  free(s->items);
  free(s->bits);
  *s = (spot_set) {0};
}

uint32_t *spot_set_rename(spot_set *s, uint32_t (*name)(points *, uint32_t),
                          points *p) {
  spot_set new = {0};
  uint32_t *counts = mem_zeroed(s->count + 1, sizeof *counts);
  for (uint32_t k = 0; k < s->count; k++) {
    spot_set_add(&new, name(p, s->items[k]));
    counts[k + 1] = new.count;
  }
  assert(new.count <= s->count);
  spot_set_release(s);
  *s = new;
  return counts;
}
