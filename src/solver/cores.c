#include "solver/links.h"


#include <assert.h>

/*
 * A superset of an unsatisfiable set is unsatisfiable.  The slice that is asked
 * about is a satisfiable one and a conjunct more, so a core inside it contains
 * that conjunct: only the cores of the newest conjunct are looked at.
 */
static bool is_subset(core_index *x, const core *c, const conjuncts *of) {
  if (!x->stamp || c->count > of->count) return false;
  for (uint32_t i = 0; i < c->count; i++) {
    const uint64_t *mark = idmap_find(&x->members, c->items[i].id);
    if (!mark || *mark != x->stamp) return false;
  }
  return true;
}

static void mark_members(core_index *x, const conjuncts *of) {
  x->stamp++;
  for (uint32_t i = 0; i < of->count; i++)
    *idmap_at(&x->members, of->items[i].id) = x->stamp;
}

answer link_cores(solver *s, slice *q) {
  assert(s->conjuncts.count == q->count);
  core_index *x = &s->cores;
  const uint64_t *list = idmap_find(&x->lists, q->conjunct.id);
  if (!q->conjunct.id || !list) return ANSWER_UNKNOWN;
  const struct core_ring *ring = x->rings.items + *list - 1;
  bool marked = false;
  for (uint32_t i = 0; i < SOLVER_CORES; i++) {
    const core *c = ring->ring[i];
    if (!c || c->signature & ~q->signature) continue;
    if (!marked) mark_members(x, &s->conjuncts);
    marked = true;
    if (is_subset(x, c, &s->conjuncts)) return ANSWER_UNSAT;
  }
  return ANSWER_UNKNOWN;
}

void cores_remember(solver *s, const expr *items, uint32_t count) {
  assert(count);
  core_index *x = &s->cores;
  core *c = mem_zeroed(1, sizeof *c + count * sizeof *items);
  c->count = count;
  vec_push(&x->all, c);
  for (uint32_t i = 0; i < count; i++) {
    c->items[i] = items[i];
    c->signature |= slice_signature(items[i]);
    uint64_t *list = idmap_at(&x->lists, items[i].id);
    if (!*list) {
      vec_push(&x->rings, (struct core_ring) {.next = 0});
      *list = x->rings.count;
    }
    struct core_ring *ring = x->rings.items + *list - 1;
    ring->ring[ring->next++ % SOLVER_CORES] = c;
  }
}

void cores_release(core_index *x) {
  for (uint32_t i = 0; i < x->all.count; i++) free(x->all.items[i]);
  vec_release(&x->all);
  vec_release(&x->rings);
  idmap_release(&x->lists);
  idmap_release(&x->members);
}
