#include "base/keys.h"

#include "base/hash.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

static uint32_t *find(const keys *k, key wanted) {
  const uint32_t mask = k->slot_count - 1;
  uint64_t h = hash_word(hash_word(1, wanted.word[0]), wanted.word[1]);
  h = hash_end(hash_word(h, wanted.word[2]));
  for (uint32_t at = (uint32_t) h & mask;; at = (at + 1) & mask) {
    uint32_t *slot = k->slots + at;
    if (!*slot) return slot;
    const key *is = k->items + *slot - 1;
    if (is->word[0] == wanted.word[0] && is->word[1] == wanted.word[1] &&
        is->word[2] == wanted.word[2])
      return slot;
  }
}

static void grow(keys *k) {
  k->slot_count = k->slot_count ? 2 * k->slot_count : 16;
  free(k->slots);
  k->slots = mem_zeroed(k->slot_count, sizeof *k->slots);
  for (uint32_t n = 0; n < k->count; n++) *find(k, k->items[n]) = n + 1;
}

uint32_t keys_add(keys *k, uint32_t a, uint32_t b, uint32_t c, bool *is_new) {
  const key wanted = {{a, b, c}};
  if (2 * (k->count + 1) > k->slot_count) grow(k);
  uint32_t *slot = find(k, wanted);
  if (is_new) *is_new = !*slot;
  if (*slot) return *slot - 1;
  if (k->count == k->capacity) {
    k->capacity = mem_grown(k->capacity, k->count + 1);
    k->items = mem_resize(k->items, k->capacity, sizeof *k->items);
  }
  k->items[k->count++] = wanted;
  *slot = k->count;
  return k->count - 1;
}

void keys_clear(keys *k) {
  /* A table that was once large does not cost for ever. */
  if (k->slot_count > 16 * (k->count + 8)) keys_release(k);
  else if (k->count) memset(k->slots, 0, k->slot_count * sizeof *k->slots);
  k->count = 0;
}

void keys_release(keys *k) {
  free(k->items);
  free(k->slots);
  *k = (keys) {0};
}
