#include "solver/slice.h"

#include "base/limits.h"

#include <assert.h>
#include <string.h>

enum { CHUNK = 1024 };

void slice_table_release(slice_table *s) {
  for (uint32_t i = 0; i < s->capacity; i++)
    for (const slice *at = s->slots[i]; at; at = at->next) {
      free(at->domain);
      wordset_free(at->wordset);
    }
  for (uint32_t i = 0; i < s->chunks.count; i++) free(s->chunks.items[i]);
  free(s->idle);
  for (uint32_t i = 0; i < s->models.count; i++) free(s->models.items[i]);
  vec_release(&s->chunks);
  vec_release(&s->models);
  vec_release(&s->walk);
  vec_release(&s->one);
  vec_release(&s->other);
  free(s->slots);
}

void slice_collect(slice_table *s, const slice *root, conjuncts *out) {
  const uint32_t before = out->count;
  vec_clear(&s->walk);
  vec_push(&s->walk, root);
  while (s->walk.count) {
    const slice *at = vec_pop(&s->walk);
    for (; at; at = at->left) {
      if (at->conjunct.id) vec_push(out, at->conjunct);
      if (at->right) vec_push(&s->walk, at->right);
    }
  }
  assert(out->count - before == root->count);
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
  if (s->free) {
    slice *again = s->free;
    s->free = again->next;
    return again;
  }
  if (!s->chunk_left) {
    s->chunk = mem_zeroed(CHUNK, sizeof *s->chunk);
    s->chunk_left = CHUNK;
    vec_push(&s->chunks, s->chunk);
  }
  s->chunk_left--;
  return s->chunk++;
}

/* Idle ones --------------------------------------------------------------- */

static void become_idle(slice_table *s, slice *q) {
  assert(q->table == s && !q->refs);
  if (q->is_idle) {             /* it was held for a while */
    q->is_asked_for = true;
    return;
  }
  q->is_idle = true;
  q->is_asked_for = false;
  if (s->idle_count == s->idle_capacity) {
    const uint32_t old = s->idle_capacity;
    slice **more = mem_zeroed(old ? 2 * (size_t) old : 64, sizeof *more);
    for (uint32_t i = 0; i < old; i++)
      more[i] = s->idle[(s->idle_first + i) & (old - 1)];
    free(s->idle);
    s->idle = more;
    s->idle_first = 0;
    s->idle_capacity = old ? 2 * old : 64;
  }
  s->idle[(s->idle_first + s->idle_count++) & (s->idle_capacity - 1)] = q;
}

void slice_retain(slice *q) {
  assert(q->table && q->refs < UINT32_MAX);
  q->refs++;
}

void slice_release(slice *q) {
  assert(q->refs);
  assert(q->table);
  if (!--q->refs) become_idle(q->table, q);
}

static void drop(slice_table *s, slice *q) {
  assert(!q->refs && !q->is_idle && s->count);
  slice **at = &s->slots[hash_end(q->hash) & (s->capacity - 1)];
  while (*at != q) at = &(*at)->next;
  *at = q->next;
  s->count--;
  if (q->left) slice_release(q->left);
  if (q->right) slice_release(q->right);
  free(q->domain);
  wordset_free(q->wordset);
  *q = (slice) {.next = s->free};
  s->free = q;
}

/* Slices that no path has and that are remembered. */
enum { IDLE_SLICES = SIZED(1 << 14, 4) };

void slice_trim(slice_table *s) {
  while (s->idle_count > IDLE_SLICES) {
    slice *q = s->idle[s->idle_first];
    s->idle_first = (s->idle_first + 1) & (s->idle_capacity - 1);
    s->idle_count--;
    assert(q->is_idle);
    q->is_idle = false;
    if (q->refs) continue;
    if (q->is_asked_for) become_idle(s, q);
    else drop(s, q);
  }
}

slice *slice_extend(slice_table *s, expr_table *t, slice *left, slice *right,
                    expr conjunct) {
  assert(conjunct.id ? expr_width(t, conjunct) == 1 : left && right);
  assert((!left || left->table == s) && (!right || right->table == s));
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
          expr_same(at->conjunct, conjunct)) || same_set(s, at, &key))) {
      at->is_asked_for = true;
      return at;
    }
  if (conjunct.id) key.vars = varset_of(t, conjunct);
  if (left && left->vars.id != key.vars.id)
    key.vars = varset_union(t, key.vars, left->vars);
  if (right && right->vars.id != key.vars.id)
    key.vars = varset_union(t, key.vars, right->vars);
  key.table = s;
  key.next = *slot;
  if (left) slice_retain(left);
  if (right) slice_retain(right);
  slice *made = allocate(s);
  *made = key;
  *slot = made;
  s->count++;
  become_idle(s, made);
  assert(made->status == SLICE_OPEN && made->count);
  return made;
}

/* Sweeping ---------------------------------------------------------------- */

void slice_mark(slice_table *s, expr_table *t) {
  for (uint32_t i = 0; i < s->capacity; i++)
    for (const slice *at = s->slots[i]; at; at = at->next) {
      sweep_mark(t, at->conjunct);
      sweep_mark_set(t, at->vars);
    }
}

void slice_sweep_models(slice_table *s, expr_table *t,
                        const model *const *keep, uint32_t count) {
  for (uint32_t i = 0; i < s->capacity; i++)
    for (const slice *at = s->slots[i]; at; at = at->next)
      if (at->model) ((model *) (uintptr_t) at->model)->is_marked = true;
  for (uint32_t i = 0; i < count; i++)
    if (keep[i]) ((model *) (uintptr_t) keep[i])->is_marked = true;
  uint32_t kept = 0;
  for (uint32_t i = 0; i < s->models.count; i++) {
    model *m = s->models.items[i];
    if (!m->is_marked) {
      free(m);
      continue;
    }
    m->is_marked = false;
    sweep_mark_set(t, m->vars);
    s->models.items[kept++] = m;
  }
  s->models.count = s->swept_models = kept;
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
  assert(limb_count == (expr_symbol_width(t, symbol) + 63) / 64);
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
