#include "relevancy/points_internal.h"

/*
 * The fixed point: a queue of nodes with spots that were not handed on yet.
 * Only new spots travel (difference propagation); nodes on a cycle of
 * inclusions are united when a spot comes round without effect.
 */

uint32_t points_add_node(points *p) {
  const uint32_t n = p->nodes.count;
  vec_push(&p->nodes, ((node) {.parent = n}));
  return n;
}

uint32_t points_find(points *p, uint32_t n) {
  while (p->nodes.items[n].parent != n)
    n = p->nodes.items[n].parent =
        p->nodes.items[p->nodes.items[n].parent].parent;
  return n;
}

static void enqueue(points *p, uint32_t n) {
  node *is = p->nodes.items + n;
  if (is->is_queued) return;
  is->is_queued = true;
  vec_push(&p->queue, n);
}

void points_add_spot(points *p, uint32_t n, uint32_t spot) {
  n = points_find(p, n);
  if (spot_set_add(&p->nodes.items[n].set, spot)) enqueue(p, n);
}

void points_add_edge(points *p, uint32_t from, uint32_t to) {
  from = points_find(p, from);
  to = points_find(p, to);
  bool is_new;
  if (from == to) return;
  keys_add(&p->edge_keys, from, to, 0, &is_new);
  if (!is_new) return;
  vec_push(&p->nodes.items[from].next, to);
  for (uint32_t k = 0; k < p->nodes.items[from].set.count; k++)
    points_add_spot(p, to, p->nodes.items[from].set.items[k]);
}

void points_unite(points *p, uint32_t a, uint32_t b) {
  a = points_find(p, a);
  b = points_find(p, b);
  if (a == b) return;
  node *x = p->nodes.items + a, *y = p->nodes.items + b;
  y->parent = a;
  for (uint32_t k = 0; k < y->set.count; k++)
    spot_set_add(&x->set, y->set.items[k]);
  for (uint32_t k = 0; k < y->next.count; k++)
    vec_push(&x->next, y->next.items[k]);
  for (uint32_t k = 0; k < y->uses.count; k++)
    vec_push(&x->uses, y->uses.items[k]);
  spot_set_release(&y->set);
  vec_release(&y->next);
  vec_release(&y->uses);
  x->done = 0;
  enqueue(p, a);
}

void points_add_use(points *p, uint32_t n, constraint c) {
  n = points_find(p, n);
  vec_push(&p->constraints, c);
  vec_push(&p->nodes.items[n].uses, p->constraints.count - 1);
  /* It has to see what is there already. */
  if (p->nodes.items[n].set.count) {
    p->nodes.items[n].done = 0;
    enqueue(p, n);
  }
}

/* Constraints ------------------------------------------------------------ */

enum { MANY_SPOTS = 64 };       /* of one object: steps become a period */

static void step(points *p, const constraint *c, points_spot at) {
  const points_object *o = p->objects.items + at.object;
  if (o->sort == POINTS_SYMBOL && !o->size) return;     /* a function */
  if (c->kind == ON_BLUR || at.offset == POINTS_ANYWHERE) {
    points_add_spot(p, c->other,
                    points_spot_at(p, at.object, POINTS_ANYWHERE));
    return;
  }
  if (c->kind == ON_STRIDE || o->spots > MANY_SPOTS)
    points_set_period(p, at.object, (uint64_t) (c->offset < 0 ? -c->offset
                                                              : c->offset));
  points_add_spot(p, c->other,
                  points_spot_at(p, at.object, at.offset +
                                 (c->kind == ON_OFFSET ? c->offset : 0)));
}

/* The address is followed: it must be some place in the object. */
static points_spot settled(points *p, points_spot at) {
  if (at.offset != POINTS_ANYWHERE) return at;
  points_set_period(p, at.object, 1);
  return (points_spot) {at.object, 0};
}

static void access_units(points *p, const constraint *c, points_spot at) {
  unit_nodes units = {0};
  at = settled(p, at);
  at.offset += c->offset;
  points_units(p, at, c->bytes, &units);
  for (uint32_t k = 0; k < units.count; k++)
    if (c->kind == ON_LOAD) points_add_edge(p, units.items[k], c->other);
    else if (c->kind == ON_STORE) points_add_edge(p, c->other, units.items[k]);
    else points_add_spot(p, units.items[k], c->other);
  vec_release(&units);
}

/* A copy between so many objects knows nothing of their fields. */
enum { MANY_OBJECTS = 32 };

static void copy_all(points *p, const constraint *c, points_spot at) {
  const uint32_t other = points_find(p, c->other);
  const bool is_to = c->kind == ON_COPY_TO;
  at = settled(p, at);
  for (uint32_t k = 0; k < p->nodes.items[other].set.count; k++) {
    const points_spot far = settled(
        p, points_get_spot(p, p->nodes.items[other].set.items[k]));
    if (p->nodes.items[other].set.count > MANY_OBJECTS) {
      points_set_period(p, far.object, 1);
      points_set_period(p, at.object, 1);
    }
    points_copy(p, is_to ? at : far, is_to ? far : at, c->bytes);
  }
}

static void call_spot(points *p, const constraint *c, points_spot at) {
  const points_object *o = p->objects.items + at.object;
  if (o->sort == POINTS_SYMBOL && !o->size && !at.offset)
    points_call_symbol(p, c->instance, c->insn, o->number);
}

static void apply(points *p, uint32_t number, uint32_t spot) {
  const constraint c = p->constraints.items[number];
  const points_spot at = points_get_spot(p, spot);
  switch (c.kind) {
  case ON_LOAD: case ON_STORE: case ON_LIST: access_units(p, &c, at); break;
  case ON_OFFSET: case ON_STRIDE: case ON_BLUR: step(p, &c, at); break;
  case ON_COPY_TO: case ON_COPY_FROM: copy_all(p, &c, at); break;
  case ON_CALL: call_spot(p, &c, at); break;
  }
}

/* Cycles ----------------------------------------------------------------- */

/* Whether `from` reaches `to` over few nodes; then all between are united. */
static bool reaches(points *p, uint32_t from, uint32_t to, unsigned depth) {
  if (from == to) return true;
  if (!depth) return false;
  for (uint32_t k = 0; k < p->nodes.items[from].next.count && k < 8; k++) {
    const uint32_t n = points_find(p, p->nodes.items[from].next.items[k]);
    if (n != from && reaches(p, n, to, depth - 1)) {
      points_unite(p, from, n);
      return true;
    }
  }
  return false;
}

enum { CYCLE_DEPTH = 3 };

static void hand_on(points *p, uint32_t n, uint32_t first, uint32_t last) {
  for (uint32_t k = 0; k < p->nodes.items[n].next.count; k++) {
    const uint32_t to = points_find(p, p->nodes.items[n].next.items[k]);
    if (to == n) continue;
    bool changed = false;
    for (uint32_t s = first; s < last; s++) {
      const uint32_t spot = p->nodes.items[n].set.items[s];
      changed |= spot_set_add(&p->nodes.items[to].set, spot);
    }
    if (changed) enqueue(p, to);
    else if (last - first > 4 &&
             p->nodes.items[to].set.count == p->nodes.items[n].set.count &&
             reaches(p, to, n, CYCLE_DEPTH)) {
      points_unite(p, n, to);
      return;
    }
  }
}

void points_solve(points *p) {
  for (;;) {
    while (p->built < p->instances.count) points_constrain(p, p->built++);
    if (p->queue_head == p->queue.count) break;
    const uint32_t n = p->queue.items[p->queue_head++];
    if (p->queue_head > 4096 && 2 * p->queue_head > p->queue.count) {
      const uint32_t left = p->queue.count - p->queue_head;
      for (uint32_t k = 0; k < left; k++)
        p->queue.items[k] = p->queue.items[p->queue_head + k];
      p->queue.count = left;
      p->queue_head = 0;
    }
    p->nodes.items[n].is_queued = false;
    if (points_find(p, n) != n) continue;
    const uint32_t first = p->nodes.items[n].done;
    const uint32_t last = p->nodes.items[n].set.count;
    p->nodes.items[n].done = last;
    /* A constraint may unite n with another node: then all begins anew. */
    for (uint32_t u = 0; u < p->nodes.items[n].uses.count; u++)
      for (uint32_t s = first; s < last; s++) {
        if (points_find(p, n) != n) break;
        apply(p, p->nodes.items[n].uses.items[u],
              p->nodes.items[n].set.items[s]);
      }
    if (points_find(p, n) == n) hand_on(p, n, first, last);
  }
}
