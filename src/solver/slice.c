#include "solver/slice.h"

#include <string.h>

enum { CHUNK = 1024 };

void slice_table_release(slice_table *s) {
  for (uint32_t i = 0; i < s->chunks.count; i++) free(s->chunks.items[i]);
  for (uint32_t i = 0; i < s->models.count; i++) free(s->models.items[i]);
  vec_release(&s->chunks);
  vec_release(&s->models);
  vec_release(&s->walk);
  vec_release(&s->one);
  vec_release(&s->other);
  free(s->slots);
}

void slice_collect(slice_table *s, const slice *root, conjuncts *out) {
  vec_clear(&s->walk);
  vec_push(&s->walk, root);
  while (s->walk.count) {
    const slice *at = vec_pop(&s->walk);
    for (; at; at = at->left) {
      if (at->conjunct.id) vec_push(out, at->conjunct);
      if (at->right) vec_push(&s->walk, at->right);
    }
  }
}

static int by_id(const void *a, const void *b) {
  const expr x = *(const expr *) a, y = *(const expr *) b;
  return x.id < y.id ? -1 : x.id > y.id;
}

/* The set of conjuncts, sorted, of a slice given by its parts. */
static void sorted(slice_table *s, const slice *of, conjuncts *out) {
  vec_clear(out);
  slice_collect(s, of, out);
  if (out->count) qsort(out->items, out->count, sizeof *out->items, by_id);
}

/* Equal hashes and sizes with different parts: the same conjuncts may have
 * come in another order. */
static bool same_set(slice_table *s, const slice *a, const slice *b) {
  sorted(s, a, &s->one);
  sorted(s, b, &s->other);
  return !memcmp(s->one.items, s->other.items,
                 s->one.count * sizeof *s->one.items);
}

static void grow(slice_table *s) {
  slice **old = s->slots;
  const uint32_t before = s->capacity;
  s->capacity = before ? 2 * before : 64;
  s->slots = mem_zeroed(s->capacity, sizeof *s->slots);
  for (uint32_t i = 0; i < before; i++)
    for (slice *at = old[i], *next; at; at = next) {
      next = at->next;
      slice **slot = &s->slots[hash_end(at->hash) & (s->capacity - 1)];
      at->next = *slot;
      *slot = at;
    }
  free(old);
}

static slice *allocate(slice_table *s) {
  if (!s->chunk_left) {
    s->chunk = mem_zeroed(CHUNK, sizeof *s->chunk);
    s->chunk_left = CHUNK;
    vec_push(&s->chunks, s->chunk);
  }
  s->chunk_left--;
  return s->chunk++;
}

slice *slice_extend(slice_table *s, expr_table *t, slice *left, slice *right,
                    expr conjunct) {
  slice key = {.left = left, .right = right, .conjunct = conjunct};
  if (conjunct.id) {
    key.hash = hash_end(hash_word(1, conjunct.id));
    key.signature = slice_signature(conjunct);
    key.count = 1;
  }
  for (unsigned i = 0; i < 2; i++) {
    const slice *part = i ? right : left;
    if (!part) continue;
    key.hash += part->hash;
    key.signature |= part->signature;
    key.count += part->count;
  }
  if (2 * s->count >= s->capacity) grow(s);
  slice **slot = &s->slots[hash_end(key.hash) & (s->capacity - 1)];
  for (slice *at = *slot; at; at = at->next)
    if (at->hash == key.hash && at->count == key.count &&
        at->signature == key.signature &&
        ((at->left == left && at->right == right &&
          expr_same(at->conjunct, conjunct)) || same_set(s, at, &key)))
      return at;
  if (conjunct.id) key.vars = varset_of(t, conjunct);
  if (left && left->vars.id != key.vars.id)
    key.vars = varset_union(t, key.vars, left->vars);
  if (right && right->vars.id != key.vars.id)
    key.vars = varset_union(t, key.vars, right->vars);
  key.member = UINT16_MAX;
  key.next = *slot;
  slice *made = allocate(s);
  *made = key;
  *slot = made;
  s->count++;
  return made;
}

/* Models -------------------------------------------------------------------*/

model *model_new(slice_table *s, expr_table *t, varset vars) {
  const uint32_t count = varset_count(t, vars);
  const uint32_t *symbols = varset_symbols(t, vars);
  uint32_t stride = 1;
  for (uint32_t i = 0; i < count; i++)
    while (8 * stride < expr_symbol_width(t, symbols[i])) stride *= 2;
  model *m = mem_zeroed(1, sizeof *m + (size_t) stride * count);
  m->vars = vars;
  m->stride = stride;
  vec_push(&s->models, m);
  return m;
}

void model_set(model *m, uint32_t index, const uint64_t *limbs) {
  uint8_t *to = m->bytes + (size_t) index * m->stride;
  for (uint32_t i = 0; i < m->stride; i++)
    to[i] = (uint8_t) (limbs[i / 8] >> i % 8 * 8);
}

void model_get(const model *m, const expr_table *t, uint32_t symbol,
               uint64_t *limbs, unsigned limb_count) {
  memset(limbs, 0, limb_count * sizeof *limbs);
  if (!m) return;
  const uint32_t *symbols = varset_symbols(t, m->vars);
  uint32_t low = 0, high = varset_count(t, m->vars);
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    if (symbols[middle] < symbol) low = middle + 1;
    else high = middle;
  }
  if (low == varset_count(t, m->vars) || symbols[low] != symbol) return;
  const uint8_t *from = m->bytes + (size_t) low * m->stride;
  for (uint32_t i = 0; i < m->stride && i / 8 < limb_count; i++)
    limbs[i / 8] |= (uint64_t) from[i] << i % 8 * 8;
}
