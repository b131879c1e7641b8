#include "relevancy/internal.h"

#include "base/checks.h"

#include <assert.h>

/* Memory as the dependence graph sees it. */

enum { CELL_BYTES = 4 };

uint32_t relevancy_cell(relevancy *r, uint32_t object, uint32_t index) {
  bool is_new;
  const uint32_t k = keys_add(&r->cell_keys, object, index, 0, &is_new);
  if (is_new) {
    uint32_t *first = r->first_cell +
                      (object == UINT32_MAX
                           ? points_object_count(r->points) : object);
    vec_push(&r->cells, ((cell) {.object = object, .index = index,
                                 .next = *first, .cause = PUSHDOWN_NONE}));
    *first = k + 1;
  }
  return k;
}

static uint32_t index_of(const points_object *o, uint64_t byte) {
  if (o->period) byte %= o->period;
  if (byte > POINTS_UNIT_BYTES) byte = POINTS_UNIT_BYTES;
  return (uint32_t) (byte / CELL_BYTES);
}

/* Whether the byte lies in the object, as far as that is known. */
static bool has_byte(const points_object *o, int64_t byte) {
  if (o->sort == POINTS_SYMBOL && !o->size) return false;
  return o->period || (byte >= 0 && (uint64_t) byte < o->size);
}

static uint64_t byte_of(const points_object *o, int64_t offset) {
  assert(o->period || offset >= 0);
  if (!o->period) return (uint64_t) offset;
  const int64_t rest = offset % (int64_t) o->period;
  return (uint64_t) (rest < 0 ? rest + (int64_t) o->period : rest);
}

/* So many bytes from anywhere meet all cells. */
static uint64_t all_bytes(const points_object *o) {
  return POINTS_UNIT_BYTES + CELL_BYTES + o->period;
}

void relevancy_cells(relevancy *r, points_spot at, uint64_t bytes,
                     cell_list *list) {
  at.object = points_same(r->points, at.object);
  const points_object *o = points_get_object(r->points, at.object);
  /* Nobody follows it, or the object would have a period of 1. */
  if (at.offset == POINTS_ANYWHERE) return;
  if (!bytes || bytes > all_bytes(o)) bytes = all_bytes(o);
  uint32_t last = UINT32_MAX;
  for (uint64_t k = 0; k < bytes; k++) {
    const int64_t byte = at.offset + (int64_t) k;
    if (!has_byte(o, byte)) {
      if (byte >= 0) break;
      continue;
    }
    const uint32_t index = index_of(o, byte_of(o, byte));
    if (index != last)
      vec_push(list, relevancy_cell(r, at.object, last = index));
    if (o->period == 1) break;
  }
}

void relevancy_cells_behind(relevancy *r, uint32_t node, int64_t offset,
                            uint64_t bytes, cell_list *list) {
  uint32_t count;
  const uint32_t *spots = points_set(r->points, node, &count);
  vec_clear(list);
  for (uint32_t k = 0; k < count; k++) {
    points_spot at = points_get_spot(r->points, spots[k]);
    if (at.offset == POINTS_ANYWHERE) continue;
    at.offset += offset;
    relevancy_cells(r, at, bytes, list);
  }
}

static void add_link(relevancy *r, uint32_t *first, uint32_t to) {
  for (uint32_t k = *first, n = 0; k && n < 4; k = r->links.items[k - 1].next, n++)
    if (r->links.items[k - 1].to == to) return;
  vec_push(&r->links, ((link) {to, *first}));
  *first = r->links.count;
}

void relevancy_add_reader(relevancy *r, uint32_t c, uint32_t location) {
  assert(c < r->cells.count);
  add_link(r, &r->cells.items[c].first_reader, location);
}

void relevancy_add_effect(relevancy *r, uint32_t location, uint32_t c) {
  assert(c < r->cells.count);
  add_link(r, r->first_effect + location, c);
}

void relevancy_add_copy(relevancy *r, uint32_t from, uint32_t to) {
  assert(from < r->cells.count && to < r->cells.count);
  add_link(r, &r->cells.items[from].first_copy, to);
}

void relevancy_link_copy(relevancy *r, points_spot to, points_spot from,
                         uint64_t bytes) {
  to.object = points_same(r->points, to.object);
  from.object = points_same(r->points, from.object);
  const points_object *a = points_get_object(r->points, to.object);
  const points_object *b = points_get_object(r->points, from.object);
  if (to.offset == POINTS_ANYWHERE || from.offset == POINTS_ANYWHERE) return;
  if (!bytes || bytes > POINTS_UNIT_BYTES)
    bytes = POINTS_UNIT_BYTES + CELL_BYTES +
            (a->period > b->period ? a->period : b->period);
  uint32_t last_to = UINT32_MAX, last_from = UINT32_MAX;
  for (uint64_t k = 0; k < bytes; k++) {
    const int64_t left = to.offset + (int64_t) k;
    const int64_t right = from.offset + (int64_t) k;
    if (!has_byte(a, left) || !has_byte(b, right)) continue;
    const uint32_t i = index_of(a, byte_of(a, left));
    const uint32_t j = index_of(b, byte_of(b, right));
    if (i == last_to && j == last_from) continue;
    const uint32_t source = relevancy_cell(r, from.object, last_from = j);
    const uint32_t target = relevancy_cell(r, to.object, last_to = i);
    relevancy_add_copy(r, source, target);
    if (a->period == 1 && b->period == 1) break;
  }
}

/* Flow ------------------------------------------------------------------- */

void relevancy_mark_cell(relevancy *r, uint32_t c, uint32_t cause) {
  assert(c < r->cells.count);
  cell *is = r->cells.items + c;
  if (is->is_relevant) return;
  is->is_relevant = true;
  is->cause = cause;
  r->stats.relevant_cells++;
  vec_push(&r->marked, c);
}

void relevancy_seed(relevancy *r, uint32_t location, uint32_t cause) {
  const uint32_t instance = r->instance_of[location];
  assert(instance < points_instance_count(r->points));
  pushdown_add(r->pushdown, location, instance, r->any_state[instance],
               WEIGHT_ANY, cause);
}

/* What is copied from a relevant cell is relevant, and who reads one may have anything. */
static bool has_flown(const relevancy *r) {
  for (uint32_t c = 0; c < r->cells.count; c++) {
    const cell *is = r->cells.items + c;
    if (!is->is_relevant) continue;
    for (uint32_t k = is->first_copy; k; k = r->links.items[k - 1].next)
      if (!r->cells.items[r->links.items[k - 1].to].is_relevant) return false;
    for (uint32_t k = is->first_reader; k; k = r->links.items[k - 1].next)
      if (!relevancy_is_any(r, r->links.items[k - 1].to)) return false;
  }
  return true;
}

void relevancy_flow(relevancy *r) {
  for (;;) {
    pushdown_saturate(r->pushdown);
    if (!r->marked.count) {
      assert(!CHECKS_ARE_ON || has_flown(r));
      return;
    }
    while (r->marked.count) {
      const uint32_t c = vec_pop(&r->marked);
      const cell is = r->cells.items[c];
      for (uint32_t k = is.first_reader; k; k = r->links.items[k - 1].next)
        relevancy_seed(r, r->links.items[k - 1].to, is.cause);
      for (uint32_t k = is.first_copy; k; k = r->links.items[k - 1].next)
        relevancy_mark_cell(r, r->links.items[k - 1].to, is.cause);
    }
  }
}
