#include "zeq/forms.h"

#include "base/hash.h"

#include <assert.h>
#include <string.h>

void forms_release(forms *f) {
  vec_release(&f->all);
  vec_release(&f->words);
  free(f->slots);
  *f = (forms) {0};
}

static bool is_at(const forms *r, const form_entry *k, uint64_t hash,
                  const zeq_form *f) {
  assert(k->first + k->count <= r->words.count);
  return k->hash == hash && k->count == f->count &&
         !memcmp(r->words.items + k->first, f->items,
                 f->count * sizeof *f->items);
}

static uint32_t *find(const forms *r, uint64_t hash, const zeq_form *f) {
  assert(r->slots_count && 2 * r->all.count <= r->slots_count &&
         !(r->slots_count & (r->slots_count - 1)));
  for (uint64_t at = hash;; at++) {
    uint32_t *slot = r->slots + (at & (r->slots_count - 1));
    if (!*slot) return slot;
    if (f && is_at(r, r->all.items + *slot - 1, hash, f)) return slot;
  }
}

/* Forms that are searched one by one: their hashes are one line of the cache.  A power of two. */
enum { FEW = 8 };

static void grow(forms *r) {
  free(r->slots);
  r->slots_count = r->slots_count ? 2 * r->slots_count : 4 * FEW;
  r->slots = mem_zeroed(r->slots_count, sizeof *r->slots);
  for (uint32_t k = 0; k < r->all.count; k++)
    *find(r, r->all.items[k].hash, NULL) = k + 1;
}

static uint64_t hash_form(const zeq_form *f) {
  assert(f->count);
  uint64_t h = f->count;
  for (uint32_t k = 0; k < f->count; k++) h = hash_word(h, f->items[k]);
  return hash_end(h);
}

static void keep(forms *r, uint64_t hash, const zeq_form *f) {
  const form_entry new = {.hash = hash, .first = r->words.count,
                          .count = f->count};
  vec_reserve(&r->words, r->words.count + f->count);
  memcpy(r->words.items + r->words.count, f->items,
         f->count * sizeof *f->items);
  r->words.count += f->count;
  vec_push(&r->all, new);
}

form_entry *forms_find(const forms *r, const zeq_form *f) {
  const uint64_t hash = hash_form(f);
  for (uint32_t k = 0; !r->slots && k < r->all.count; k++)
    if (is_at(r, r->all.items + k, hash, f)) return r->all.items + k;
  const uint32_t *slot = r->slots ? find(r, hash, f) : NULL;
  return slot && *slot ? r->all.items + *slot - 1 : NULL;
}

form_entry *forms_look_up(forms *r, const zeq_form *f) {
  const uint64_t hash = hash_form(f);
  if (r->all.count < FEW) {
    for (uint32_t k = 0; k < r->all.count; k++)
      if (is_at(r, r->all.items + k, hash, f)) return r->all.items + k;
    keep(r, hash, f);
    return NULL;
  }
  if (2 * (r->all.count + 1) > r->slots_count) grow(r);
  uint32_t *slot = find(r, hash, f);
  if (*slot) return r->all.items + *slot - 1;
  keep(r, hash, f);
  assert(!*slot && r->all.count);
  *slot = r->all.count;
  return NULL;
}
