#include "base/limits.h"
#include "solver/cache.h"

/*
 * What the chain holds: slices that paths hold or that were asked about lately,
 * recent models, cores, sets of bytes, the terms that SAT solvers and Z3 know.  All
 * of it is bounded by counts of its own, deterministically, and its terms are roots:
 * a sweep takes nothing from it that could answer a question.
 */
enum {
  MOST_CORES = SIZED(1 << 13, 4),       /* then all are forgotten */
  MOST_SHAPES = SIZED(1 << 16, 16),     /* 32 bytes each */
  SWEEP_MODELS = SIZED(1 << 15, 1 << 4) /* made before a sweep pays */
};

void solver_trim(solver *s) {
  slice_trim(&s->slices);
  domain_cache_trim(&s->domains);
  if (s->cores.all.count > MOST_CORES) {
    cores_release(&s->cores);
    s->cores = (core_index) {0};
  }
  if (s->shapes.count > MOST_SHAPES) idmap_release(&s->shapes);
  if (s->walk) walk_trim(s->walk);
}

bool solver_wants_sweep(const solver *s) {
  return s->slices.models.count > SWEEP_MODELS &&
         s->slices.models.count / 2 > s->slices.swept_models;
}

static void mark_keys(const idmap *m, expr_table *t) {
  for (uint32_t i = 0; i < m->capacity; i++)
    if (m->slots[i].key) sweep_mark(t, (expr) {(uint32_t) m->slots[i].key});
}

static void mark_blaster(const blaster *b, expr_table *t) {
  mark_keys(&b->nodes, t);
  for (unsigned k = 0; k < 2; k++) mark_keys(&b->orders.of[k].nodes, t);
  for (uint32_t i = 0; i < b->open.all.count; i++) {
    const quantified *q = b->open.all.items + i;
    sweep_mark(t, q->forall);
    for (uint32_t k = 0; k < q->instances.count; k++)
      sweep_mark(t, q->instances.items[k]);
  }
}

static void mark_pool(const pool *p, expr_table *t) {
  for (unsigned i = 0; i < SOLVER_POOL; i++) {
    const pool_member *m = p->members + i;
    if (m->in_use) mark_blaster(&m->light, t);
    if (m->has_heavy) mark_blaster(&m->heavy, t);
  }
}

void solver_mark(void *context, expr_table *t) {
  solver *s = context;
  slice_mark(&s->slices, t);
  slice_sweep_models(&s->slices, t, s->recent, SOLVER_RECENT_MODELS);
  mark_keys(&s->domains.found, t);
  mark_keys(&s->domains.tables, t);
  mark_keys(&s->shapes, t);
  for (uint32_t i = 0; i < s->solved.count; i++) sweep_mark(t, s->solved.items[i].term);
  for (uint32_t i = 0; i < s->cores.all.count; i++) {
    const core *c = s->cores.all.items[i];
    for (uint32_t k = 0; k < c->count; k++) sweep_mark(t, c->items[k]);
  }
  mark_pool(&s->pool, t);
  if (s->walk) walk_mark(s->walk);
  if (s->z3) z3_backend_mark(s->z3);
}

void solver_forget(void *context, expr_table *t) {
  (void) t;
  solver *s = context;
  idmap_release(&s->cores.members);     /* stamps of slices long looked at */
  evaluator_forget(s->eval);
  domain_cache_forget(&s->domains);
  cache_forget(s->cache);
}
