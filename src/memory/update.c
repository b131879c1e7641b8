#include "memory/update.h"

#include "base/vec.h"
#include "expr/range.h"

#include <assert.h>

update *update_retain(update *u) {
  if (u) u->refs++;
  return u;
}

void update_release(update *u) {
  assert(!u || u->refs);
  for (update *before; u && !--u->refs; u = before) {
    before = u->before;
    free(u);
  }
}

update *update_add(update *before, update new) {
  assert(new.at.id && new.value.id && (new.bytes || new.length.id));
  update *u = mem_resize(NULL, 1, sizeof *u);
  *u = new;
  u->refs = 1;
  u->swept = 0;
  u->number = update_number(before) + 1;
  u->before = before;
  return u;
}

uint32_t update_alignment(expr_table *t, expr e) {
  const range r = range_of(t, e);
  unsigned n = 0;
  while (n < 3 && r.zeros >> n & 1) n++;
  return 1u << n;
}

static uint32_t least(uint32_t a, uint32_t b) { return a < b ? a : b; }

static expr sum(expr_table *t, expr e, uint64_t n) {
  return expr_binary(t, EXPR_ADD, e, expr_const(t, expr_width(t, e), n));
}

static expr where(expr_table *t, const update *u, expr condition) {
  return u->guard.id ? expr_and(t, u->guard, condition) : condition;
}

/* The byte at the offset is one of the run's. */
static expr is_in_run(expr_table *t, const update *u, expr at) {
  uint64_t first, here;
  if (expr_value(t, u->at, &first) && expr_value(t, at, &here) && here < first)
    return expr_false(t);
  return where(t, u, expr_binary(t, EXPR_ULT,
                                 expr_binary(t, EXPR_SUB, at, u->at), u->length));
}

static expr repeated(expr_table *t, expr byte, uint32_t count) {
  expr e = byte;
  for (uint32_t k = 1; k < count; k++) e = expr_concat(t, e, byte);
  return e;
}

/* The largest parts that are either equal or disjoint, wherever the two are: 1, 2, 4
 * or 8 bytes. */
static uint32_t part_of(expr_table *t, const update *u, expr at, uint32_t count) {
  assert(count && (u->bytes || u->length.id));
  uint32_t part = least(update_alignment(t, at), update_alignment(t, u->at));
  if (!u->bytes) part = least(part, update_alignment(t, u->length));
  if (u->place) part = least(part, expr_width(t, u->value) / 8);
  while (count % part || u->bytes % part) part /= 2;
  return part;
}

/* The part of a copy that is so far behind its first byte.  A part is no longer than the
 * words of the copy, and in one of them. */
static expr copied(expr_table *t, const update *u, expr far, uint32_t part) {
  const unsigned width = expr_width(t, u->value), bits = expr_width(t, far);
  const uint32_t symbol = u->place - 1;
  if (8 * part == width) return expr_substitute(t, u->value, &symbol, &far, 1);
  assert(width / 8 && !(width / 8 & (width / 8 - 1)) && 8 * part < width);
  const expr mask = expr_const(t, bits, width / 8 - 1);
  const expr inside = expr_binary(t, EXPR_AND, far, mask);
  const expr word = expr_binary(t, EXPR_SUB, far, inside);
  const expr shift = expr_resize(
      t, expr_binary(t, EXPR_MUL, inside, expr_const(t, bits, 8)), width, false);
  return expr_extract(t, expr_binary(t, EXPR_LSHR,
                                     expr_substitute(t, u->value, &symbol, &word, 1), shift),
                      0, 8 * part);
}

static expr run_value(expr_table *t, const update *u, expr here, uint32_t part) {
  return u->place ? copied(t, u, expr_binary(t, EXPR_SUB, here, u->at), part)
                  : repeated(t, u->value, part);
}

/* The term of the part at `here` after the update; `k` is how far that is from where
 * the read began. */
static expr part_after(expr_table *t, const update *u, expr here, uint32_t part,
                       uint32_t k, uint32_t mask, expr e) {
  if (!u->bytes)
    return expr_ite(t, is_in_run(t, u, here), run_value(t, u, here, part), e);
  for (uint32_t d = 0; d < u->bytes; d += part)
    if ((k & mask) == (d & mask))
      e = expr_ite(t, where(t, u, expr_eq(t, here, sum(t, u->at, d))),
                   expr_extract(t, u->value, 8 * d, 8 * part), e);
  return e;
}

static expr after(expr_table *t, const update *u, expr at, uint32_t count, expr e) {
  const uint32_t part = part_of(t, u, at, count);
  const uint32_t mask = least(update_alignment(t, at), update_alignment(t, u->at)) - 1;
  expr all = {0};
  for (uint32_t k = 0; k < count; k += part) {
    const expr new = part_after(t, u, sum(t, at, k), part, k, mask,
                                expr_extract(t, e, 8 * k, 8 * part));
    all = all.id ? expr_concat(t, new, all) : new;
  }
  return all;
}

/* Nothing that is older can be read there. */
static bool hides(const update *u, expr at, uint32_t count) {
  return !u->guard.id && u->bytes == count && expr_same(u->at, at);
}

expr update_read(const update *u, uint32_t since, expr_table *t, expr at,
                 uint32_t count, expr e) {
  assert(since <= update_number(u) && expr_width(t, e) == 8 * count);
  VEC(const update *) all = {0};
  for (; update_number(u) > since; u = u->before) {
    vec_push(&all, u);
    if (hides(u, at, count)) break;
  }
  for (uint32_t k = all.count; k-- > 0;) e = after(t, all.items[k], at, count, e);
  vec_release(&all);
  return e;
}

const update *update_common(const update *a, const update *b) {

  while (update_number(a) > update_number(b)) a = a->before;
  while (update_number(b) > update_number(a)) b = b->before;
  assert(update_number(a) == update_number(b));
  while (a != b) {
    a = a->before;
    b = b->before;
  }
  return a;
}

update *update_append(update *base, const update *from, const update *common,
                      expr_table *t, expr guard) {
  VEC(const update *) all = {0};
  for (; from != common; from = from->before) vec_push(&all, from);
  while (all.count) {
    update new = *vec_pop(&all);
    new.guard = new.guard.id ? expr_and(t, guard, new.guard) : guard;
    assert(expr_width(t, new.guard) == 1);
    base = update_add(base, new);
  }
  vec_release(&all);
  return base;
}

update *update_map(const update *u, expr (*map)(void *context, expr), void *context) {
  VEC(const update *) all = {0};
  for (; u; u = u->before) vec_push(&all, u);
  update *list = NULL;
  while (all.count) {
    update new = *vec_pop(&all);
    if (new.guard.id) new.guard = map(context, new.guard);
    new.at = map(context, new.at);
    new.value = map(context, new.value);
    if (new.length.id) new.length = map(context, new.length);
    list = update_add(list, new);
  }
  vec_release(&all);
  return list;
}
