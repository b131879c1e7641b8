#include "base/index.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

static void put(hash_index *x, struct index_slot new) {
  uint32_t at = new.hash & (x->capacity - 1);
  while (x->slots[at].number) at = (at + 1) & (x->capacity - 1);
  x->slots[at] = new;
}

void index_add(hash_index *x, uint64_t hash, uint32_t number) {
  if (2 * (x->count + 1) > x->capacity) {
    const hash_index old = *x;
    x->capacity = old.capacity ? 2 * old.capacity : 16;
    x->slots = mem_zeroed(x->capacity, sizeof *x->slots);
    for (uint32_t i = 0; i < old.capacity; i++)
      if (old.slots[i].number) put(x, old.slots[i]);
    free(old.slots);
  }
  put(x, (struct index_slot) {(uint32_t) (hash & HASH_MASK), number});
  x->count++;
}

void index_clear(hash_index *x) {
  if (x->count) memset(x->slots, 0, x->capacity * sizeof *x->slots);
  x->count = 0;
}

void index_release(hash_index *x) {
  free(x->slots);
  *x = (hash_index) {0};
}
