#include "memory/object.h"

#include "base/vec.h"

#include <string.h>

/*
 * Reads at an unknown place of a large object.  Most of it is as it was made; the words
 * that are not are found by looking at blocks of it, and only they are part of the term.
 */

enum { BLOCK = 64 };

bool object_rest_is_undefined(const object *o) {
  return o->used < o->size ? !object_is_defined(o, o->used, 1)
                           : o->undefined > o->size / 2;
}

bool object_is_covered(const object *o, const expr_table *t) {
  uint64_t first;
  for (const update *u = o->updates; u; u = u->before)
    if (!u->bytes && !u->guard.id && expr_same(u->length, o->actual_size) &&
        expr_value(t, u->at, &first) && !first)
      return true;
  return false;
}

/* The block of bytes is as the rest is. */
static bool is_rest(const object *o, uint64_t block, bool undefined) {
  static const uint8_t nothing[BLOCK];
  const uint64_t end = block + BLOCK;
  if (end > o->size) return false;
  if (o->undefined && o->defined[block / 64] != (undefined ? 0 : UINT64_MAX)) return false;
  if (!undefined && memcmp(o->bytes + block, nothing, BLOCK)) return false;
  if (o->since && block < o->since_first + o->since_count && end > o->since_first)
    return false;
  return undefined || !(block < o->shadow_first + o->shadow_count &&
                        end > o->shadow_first);
}

static bool is_rest_byte(const object *o, uint64_t i, bool undefined) {
  if (object_since(o, i) || object_is_defined(o, i, 1) == undefined) return false;
  return undefined || (!o->bytes[i] && !object_shadow(o, i).term.id);
}

/* Adds the offsets whose words have byte i, from `*next` on, the first that was not. */
static void add_words(uint64_t i, uint64_t first, uint64_t stride,
                      uint64_t count, uint32_t bytes, uint64_t *next, offset_list *l) {
  uint64_t k = i < first + bytes ? 0 : (i - first - bytes) / stride + 1;
  if (k < *next) k = *next;
  for (; k < count && first + k * stride <= i; k++) {
    vec_push(l, first + k * stride);
    *next = k + 1;
  }
}

bool object_touched(const object *o, uint64_t first, uint64_t stride, uint64_t count,
                    uint32_t bytes, uint32_t most, offset_list *l) {
  const bool undefined = object_rest_is_undefined(o);
  uint64_t end = first + (count - 1) * stride + bytes, next = 0;
  if (end > o->used) end = o->used;
  for (uint64_t i = first; i < end && l->count <= most;) {
    if (i % BLOCK == 0 && is_rest(o, i, undefined)) {
      i += BLOCK;
      continue;
    }
    if (!is_rest_byte(o, i, undefined))
      add_words(i, first, stride, count, bytes, &next, l);
    i++;
  }
  return l->count <= most;
}

typedef struct choice {
  expr_table *t;
  expr at, rest;
  const uint64_t *offsets;
  const expr *words;
} choice;

/* One of these words, or the rest: by halves, so that the term is not deep. */
static expr choose(const choice *c, uint32_t from, uint32_t end) {
  const unsigned width = expr_width(c->t, c->at);
  if (from == end) return c->rest;
  if (from + 1 == end)
    return expr_ite(c->t, expr_eq(c->t, c->at, expr_const(c->t, width, c->offsets[from])),
                    c->words[from], c->rest);
  const uint32_t middle = from + (end - from) / 2;
  return expr_ite(c->t,
                  expr_binary(c->t, EXPR_ULT, c->at,
                              expr_const(c->t, width, c->offsets[middle])),
                  choose(c, from, middle), choose(c, middle, end));
}

/* Words older than all updates, or those that are not: these are read through them. */
static expr choose_words(const object *o, expr_table *t, expr at, uint32_t bytes,
                         const offset_list *touched, bool newer, expr rest) {
  offset_list offsets = {0};
  VEC(expr) words = {0};
  for (uint32_t k = 0; k < touched->count; k++) {
    const uint64_t offset = touched->items[k];
    bool is_newer = false;
    for (uint32_t i = 0; i < bytes; i++) is_newer |= object_since(o, offset + i) != 0;
    if (is_newer != newer) continue;
    vec_push(&offsets, offset);
    vec_push(&words, value_term(t, newer ? object_load(o, t, offset, bytes)
                                         : object_base(o, t, offset, bytes),
                                8 * bytes));
  }
  const choice c = {t, at, rest, offsets.items, words.items};
  const expr e = choose(&c, 0, offsets.count);
  vec_release(&offsets);
  vec_release(&words);
  return e;
}

expr object_read_at(const object *o, expr_table *t, expr at, uint32_t bytes,
                    const offset_list *touched, expr rest) {
  expr e = choose_words(o, t, at, bytes, touched, false, rest);
  e = update_read(o->updates, 0, t, at, bytes, e);
  return choose_words(o, t, at, bytes, touched, true, e);
}
