#include "ir/ptrmap.h"

#include "base/hash.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

/* The entry of the key or, if there is none, where it belongs. */
static struct ptrmap_entry *find(const ptrmap *m, const void *key) {
  const uint32_t last = m->capacity - 1;
  uint32_t i = (uint32_t) hash_end(hash_word(0, (uintptr_t) key)) & last;
  while (m->entries[i].key && m->entries[i].key != key) i = (i + 1) & last;
  return m->entries + i;
}

uint32_t ptrmap_get(const ptrmap *m, const void *key) {
  return m->count ? find(m, key)->value : 0;
}

static void grow(ptrmap *m) {
  const ptrmap old = *m;
  m->capacity = old.capacity ? 2 * old.capacity : 16;
  m->entries = mem_zeroed(m->capacity, sizeof *m->entries);
  for (uint32_t i = 0; i < old.capacity; i++)
    if (old.entries[i].key) *find(m, old.entries[i].key) = old.entries[i];
  free(old.entries);
}

void ptrmap_set(ptrmap *m, const void *key, uint32_t value) {
  if (2 * (m->count + 1) > m->capacity) grow(m);
  struct ptrmap_entry *e = find(m, key);
  if (!e->key) m->count++;
  *e = (struct ptrmap_entry) {key, value};
}

void ptrmap_clear(ptrmap *m) {
  if (m->count) memset(m->entries, 0, m->capacity * sizeof *m->entries);
  m->count = 0;
}

void ptrmap_release(ptrmap *m) {
  free(m->entries);
  *m = (ptrmap) {0};
}
