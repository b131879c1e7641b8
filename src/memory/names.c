#include "memory/names.h"

#include "base/index.h"
#include "base/mem.h"
#include "base/vec.h"

#include <assert.h>
#include <stdlib.h>

typedef struct entry {
  uint32_t kind, site, occurrence, count;
  uint32_t first;
} entry;

struct names {
  unsigned shift;
  uint32_t lowest;              /* of the program's symbols */
  uint32_t count;               /* of names from there on, objects' with them */
  uint32_t base;                /* the first name that is given to an object */
  VEC(name_info) info;          /* of base, base + 1, ... */
  VEC(entry) entries;
  hash_index index;             /* of them */
};

names *names_new(unsigned object_shift, uint32_t first_free) {
  assert(object_shift <= 32);
  names *n = mem_zeroed(1, sizeof *n);
  n->shift = object_shift;
  n->lowest = object_shift == 32 ? IR_NAME_BIT : IR_NAME_PAGE;
  n->count = first_free;
  n->base = n->lowest + first_free;
  return n;
}

void names_free(names *n) {
  if (!n) return;
  vec_release(&n->info);
  vec_release(&n->entries);
  index_release(&n->index);
  free(n);
}

static uint64_t hash_of(const entry *e) {
  return hash_end(hash_word(hash_word(e->kind, e->site), e->occurrence));
}

/* With any count if none is wanted. */
static const entry *find(const names *n, const entry *wanted, uint64_t hash) {
  uint32_t step = 0, k;
  while ((k = index_next(&n->index, hash, &step))) {
    const entry *e = n->entries.items + k - 1;
    if (e->kind == wanted->kind && e->site == wanted->site &&
        e->occurrence == wanted->occurrence &&
        (!wanted->count || e->count == wanted->count))
      return e;
  }
  return NULL;
}

/* 32-bit targets have 2^32 >> shift names in all, 64-bit ones 2^31, so that
 * addresses stay positive. */
static uint64_t limit(const names *n) {
  return n->shift == 32 ? UINT64_C(1) << 31 : UINT64_C(1) << (32 - n->shift);
}

uint32_t names_intern(names *n, object_kind kind, uint32_t site,
                      uint32_t occurrence, uint32_t count) {
  assert(kind != OBJECT_NONE && count);
  entry wanted = {(uint32_t) kind, site, occurrence, count, 0};
  const uint64_t hash = hash_of(&wanted);
  const entry *known = find(n, &wanted, hash);
  if (known) return known->first;
  const uint64_t first = (uint64_t) n->base + n->info.count;
  if (first + count > limit(n)) return 0;
  wanted.first = (uint32_t) first;
  const entry any = {wanted.kind, site, occurrence, 0, 0};
  const entry *other = find(n, &any, hash);
  const uint32_t alike =
      other ? n->info.items[other->first - n->base].alike : wanted.first;
  vec_push(&n->entries, wanted);
  index_add(&n->index, hash, n->entries.count);
  for (uint32_t i = 0; i < count; i++)
    vec_push(&n->info, ((name_info) {.kind = kind, .first = wanted.first,
                                     .alike = alike, .site = site}));
  n->count += count;
  assert(names_is_given(n, wanted.first) && n->base + n->info.count == n->lowest + n->count);
  return wanted.first;
}

uint32_t names_needed(const names *n, uint64_t size) {
  return n->shift == 32 ? 1 : (uint32_t) (size >> n->shift) + 2;
}

unsigned names_shift(const names *n) { return n->shift; }

name_info *names_info(names *n, uint32_t name) {
  return name >= n->base && name - n->base < n->info.count
             ? n->info.items + (name - n->base) : NULL;
}

bool names_is_given(const names *n, uint64_t name) { return name - n->lowest < n->count; }
uint32_t names_lowest(const names *n) { return n->lowest; }
const uint32_t *names_count(const names *n) { return &n->count; }

void names_unknown(const names *n, uint32_t *first, uint32_t *last) {
  assert(*first <= *last);
  const uint64_t end = (uint64_t) n->base + n->info.count;
  if (*first >= end) {
    *first = (uint32_t) end;
    *last = UINT32_MAX;
    if (n->shift < 32) *last >>= n->shift;
  } else if (*first && *first < n->lowest) {
    *first = 1;
    *last = n->lowest - 1;
  }
}
