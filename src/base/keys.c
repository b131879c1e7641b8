#include "base/keys.h"

#include "base/mem.h"

#include <stdlib.h>

uint32_t keys_add(keys *k, uint32_t a, uint32_t b, uint32_t c, bool *is_new) {
  const uint64_t h = hash_end(hash_word(hash_word(hash_word(1, a), b), c));
  uint32_t step = 0, n;
  while ((n = index_next(&k->index, h, &step))) {
    const uint32_t *is = k->items[n - 1].word;
    if (is[0] == a && is[1] == b && is[2] == c) break;
  }
  if (is_new) *is_new = !n;
  if (n) return n - 1;
  if (k->count == k->capacity) {
    k->capacity = mem_grown(k->capacity, k->count + 1);
    k->items = mem_resize(k->items, k->capacity, sizeof *k->items);
  }
  k->items[k->count++] = (key) {{a, b, c}};
  index_add(&k->index, h, k->count);
  return k->count - 1;
}

void keys_clear(keys *k) {
  /* A table that was once large does not cost for ever. */
  if (k->index.capacity > 16 * (k->count + 8)) keys_release(k);
  else index_clear(&k->index);
  k->count = 0;
}

void keys_release(keys *k) {
  free(k->items);
  index_release(&k->index);
  *k = (keys) {0};
}
