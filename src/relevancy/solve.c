#include "relevancy/points_internal.h"

#include "base/checks.h"
#include "base/limits.h"

#include <assert.h>

/*
 * The fixed point, in waves (after Pereira and Berlin): nodes on a cycle of
 * inclusions become one, then new spots are handed on once in the order of the
 * inclusions, then the constraints look at what is new.
 */

uint32_t points_add_node(points *p) {
  const uint32_t n = p->nodes.count;
  vec_push(&p->nodes, ((node) {.parent = n}));
  return n;
}

static uint32_t find(points *p, uint32_t n) {
  assert(n < p->nodes.count);
  while (p->nodes.items[n].parent != n)
    n = p->nodes.items[n].parent =
        p->nodes.items[p->nodes.items[n].parent].parent;
  return n;
}

void points_add_spot(points *p, uint32_t n, uint32_t spot) {
  assert(spot < p->spots.count);
  n = find(p, n);
  p->changed |= spot_set_add(&p->nodes.items[n].set, spot);
}

void points_add_edge(points *p, uint32_t from, uint32_t to) {
  from = find(p, from);
  to = find(p, to);
  bool is_new;
  if (from == to) return;
  keys_add(&p->edge_keys, from, to, 0, &is_new);
  if (!is_new) return;
  vec_push(&p->nodes.items[from].next, to);
  for (uint32_t k = 0; k < p->nodes.items[from].handed; k++)
    spot_set_add(&p->nodes.items[to].set, p->nodes.items[from].set.items[k]);
  p->changed = true;
}

void points_unite(points *p, uint32_t a, uint32_t b) {
  assert(a < p->nodes.count && b < p->nodes.count);
  a = find(p, a);
  b = find(p, b);
  if (a == b) return;
  if (p->nodes.items[a].uses.count < p->nodes.items[b].uses.count) {
    const uint32_t t = a;
    a = b;
    b = t;
  }
  node *x = p->nodes.items + a, *y = p->nodes.items + b;
  assert(x->parent == a && y->parent == b);
  y->parent = a;
  /* What y points to comes behind what x has handed on already; its own uses
   * have to see all of x again. */
  if (y->uses.count) x->used = 0;
  for (uint32_t k = 0; k < y->uses.count; k++) {
    p->constraints.items[y->uses.items[k]].seen = 0;
    vec_push(&x->uses, y->uses.items[k]);
  }
  for (uint32_t k = 0; k < y->next.count; k++) {
    const uint32_t to = find(p, y->next.items[k]);
    if (to == a) continue;
    vec_push(&x->next, to);
    for (uint32_t n = 0; n < x->handed; n++)
      spot_set_add(&p->nodes.items[to].set, x->set.items[n]);
  }
  for (uint32_t k = 0; k < y->set.count; k++)
    spot_set_add(&x->set, y->set.items[k]);
  spot_set_release(&y->set);
  vec_release(&y->next);
  vec_release(&y->uses);
  p->changed = true;
}

void points_add_use(points *p, uint32_t n, constraint c) {
  n = find(p, n);
  vec_push(&p->constraints, c);
  vec_push(&p->nodes.items[n].uses, p->constraints.count - 1);
  p->nodes.items[n].used = 0;   /* it has to see what is there already */
  p->changed = true;
}

/* Constraints ------------------------------------------------------------ */

/* Spots of one object, then steps become a period: half of the words of POINTS_UNIT_BYTES. */
enum { MOST_SPOTS = 64 };

static void step(points *p, const constraint *c, points_spot at) {
  const points_object *o = p->objects.items + at.object;
  if (o->sort == POINTS_SYMBOL && !o->size) return;     /* a function */
  if (c->kind == ON_BLUR || at.offset == POINTS_ANYWHERE) {
    points_add_spot(p, c->other,
                    points_spot_at(p, at.object, POINTS_ANYWHERE));
    return;
  }
  if (c->kind == ON_STRIDE || o->spots > MOST_SPOTS)
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

void points_add_copy(points *p, uint32_t to, uint32_t from, uint64_t bytes) {
  vec_push(&p->copies, ((copy) {to, from, points_add_node(p), bytes, false}));
  const uint32_t k = p->copies.count - 1;
  points_add_use(p, to, (constraint) {.kind = ON_COPY_TO, .other = k});
  points_add_use(p, from, (constraint) {.kind = ON_COPY_FROM, .other = k});
}

static void meet(points *p, const copy *c, points_spot at, bool is_to) {
  unit_nodes units = {0};
  points_set_period(p, at.object, 1);
  points_units(p, (points_spot) {at.object, 0}, 1, &units);
  for (uint32_t k = 0; k < units.count; k++)
    if (is_to) points_add_edge(p, c->hub, units.items[k]);
    else points_add_edge(p, units.items[k], c->hub);
  vec_release(&units);
}

static void meet_all(points *p, const copy *c, bool is_to) {
  const uint32_t n = is_to ? c->to : c->from;
  for (uint32_t k = 0; k < p->nodes.items[find(p, n)].set.count; k++)
    meet(p, c, points_get_spot(
        p, p->nodes.items[find(p, n)].set.items[k]), is_to);
}

static void copy_all(points *p, const constraint *u, points_spot at) {
  assert(u->other < p->copies.count && (u->kind == ON_COPY_TO || u->kind == ON_COPY_FROM));
  const copy c = p->copies.items[u->other];
  const bool is_to = u->kind == ON_COPY_TO;
  const uint32_t other = find(p, is_to ? c.from : c.to);
  if (c.is_many) {
    meet(p, &c, at, is_to);
    return;
  }
  if (p->nodes.items[other].set.count > POINTS_COPY_OBJECTS) {
    p->copies.items[u->other].is_many = true;
    meet_all(p, &c, true);
    meet_all(p, &c, false);
    return;
  }
  at = settled(p, at);
  for (uint32_t k = 0; k < p->nodes.items[other].set.count; k++) {
    const points_spot far = settled(
        p, points_get_spot(p, p->nodes.items[other].set.items[k]));
    points_copy(p, is_to ? at : far, is_to ? far : at, c.bytes);
  }
}

static void call_spot(points *p, const constraint *c, points_spot at) {
  const points_object *o = p->objects.items + at.object;
  if (o->sort == POINTS_SYMBOL && !o->size && !at.offset)
    points_call_symbol(p, c->instance, c->insn, o->number);
}

static void apply(points *p, uint32_t number, uint32_t spot) {
  assert(number < p->constraints.count && spot < p->spots.count);
  const constraint c = p->constraints.items[number];
  const points_spot at = points_get_spot(p, spot);
  switch (c.kind) {
  case ON_LOAD: case ON_STORE: case ON_LIST: access_units(p, &c, at); break;
  case ON_OFFSET: case ON_STRIDE: case ON_BLUR: step(p, &c, at); break;
  case ON_COPY_TO: case ON_COPY_FROM: copy_all(p, &c, at); break;
  case ON_CALL: call_spot(p, &c, at); break;
  }
}

/* Waves ------------------------------------------------------------------ */

/* Tarjan's strongly connected components, without recursion. */
typedef struct search {
  points *p;
  uint32_t *index, *low;        /* index: 0 not seen yet */
  bool *is_open;
  uint32_t count;
  VEC(uint32_t) open, path, edge;
  VEC(uint32_t) order;          /* representatives, inclusions backwards */
} search;

static void visit(search *s, uint32_t n) {
  s->index[n] = s->low[n] = ++s->count;
  s->is_open[n] = true;
  vec_push(&s->open, n);
  vec_push(&s->path, n);
  vec_push(&s->edge, 0);
}

static void close_component(search *s, uint32_t n) {
  uint32_t m;
  do {
    m = vec_pop(&s->open);
    s->is_open[m] = false;
    points_unite(s->p, n, m);
  } while (m != n);
  assert(s->low[n] == s->index[n]);
  vec_push(&s->order, n);
}

static void walk(search *s, uint32_t root) {
  visit(s, root);
  while (s->path.count) {
    const uint32_t n = vec_last(&s->path);
    const node *is = s->p->nodes.items + n;
    if (vec_last(&s->edge) < is->next.count) {
      const uint32_t to =
          find(s->p, is->next.items[vec_last(&s->edge)++]);
      if (!s->index[to]) visit(s, to);
      else if (s->is_open[to] && s->index[to] < s->low[n])
        s->low[n] = s->index[to];
      continue;
    }
    s->path.count--;
    s->edge.count--;
    if (s->path.count && s->low[n] < s->low[vec_last(&s->path)])
      s->low[vec_last(&s->path)] = s->low[n];
    if (s->low[n] == s->index[n]) close_component(s, n);
  }
}

static void hand_on(points *p, uint32_t n) {
  node *from = p->nodes.items + n;
  const uint32_t first = from->handed, last = from->set.count;
  assert(first <= last && from->parent == n);
  uint32_t kept = 0;
  if (first == last) return;
  for (uint32_t k = 0; k < from->next.count; k++) {
    const uint32_t to = find(p, from->next.items[k]);
    node *next = p->nodes.items + to;
    if (to == n || next->seen == n + 1) continue;       /* twice: once */
    next->seen = n + 1;
    from->next.items[kept++] = to;
    for (uint32_t s = first; s < last; s++)
      spot_set_add(&next->set, from->set.items[s]);
  }
  from->next.count = kept;
  from->handed = last;
  for (uint32_t k = 0; k < kept; k++)
    p->nodes.items[from->next.items[k]].seen = 0;
}

static void propagate(points *p) {
  const uint32_t count = p->nodes.count;
  search s = {.p = p, .index = mem_zeroed(count, sizeof *s.index),
              .low = mem_zeroed(count, sizeof *s.low),
              .is_open = mem_zeroed(count, sizeof *s.is_open)};
  for (uint32_t n = 0; n < count; n++)
    if (!s.index[n] && p->nodes.items[n].parent == n) walk(&s, n);
  for (uint32_t k = s.order.count; k-- > 0;)
    hand_on(p, find(p, s.order.items[k]));
  free(s.index);
  free(s.low);
  free(s.is_open);
  vec_release(&s.open);
  vec_release(&s.path);
  vec_release(&s.edge);
  vec_release(&s.order);
}

static bool is_memory(const points *p, uint32_t object) {
  const points_object *o = p->objects.items + object;
  return o->sort != POINTS_SYMBOL || o->size;
}

static void merge_all(points *p, uint32_t n) {
  uint32_t first = UINT32_MAX;
  for (uint32_t k = 0; k < p->nodes.items[n].set.count; k++) {
    const uint32_t o =
        points_get_spot(p, p->nodes.items[n].set.items[k]).object;
    if (!is_memory(p, o)) continue;
    if (first == UINT32_MAX) first = o;
    points_merge(p, first, o);
  }
}

static uint32_t current_name(points *p, uint32_t spot) {
  const points_spot s = points_get_spot(p, spot);
  return points_spot_at(p, s.object, s.offset);
}

static void tidy_sets(points *p) {
  for (uint32_t n = 0; p->has_merged && n < p->nodes.count; n++) {
    node *is = p->nodes.items + n;
    if (is->parent != n || is->set.count < 2) continue;
    uint32_t *counts = spot_set_rename(&is->set, current_name, p);
    assert(is->handed <= is->set.count || p->has_merged);
    is->handed = counts[is->handed];
    is->used = counts[is->used];
    for (uint32_t k = 0; k < is->uses.count; k++) {
      constraint *c = p->constraints.items + is->uses.items[k];
      c->seen = counts[c->seen];
    }
    free(counts);
  }
  p->has_merged = false;
}

static void look(points *p, uint32_t n) {
  if (p->nodes.items[n].set.count > limits.relevancy_soup) merge_all(p, n);
  n = find(p, n);
  const uint32_t last = p->nodes.items[n].set.count;
  if (p->nodes.items[n].used == last) return;
  p->nodes.items[n].used = last;
  /* A constraint may unite n with another node; that one goes on then. */
  for (uint32_t u = 0; find(p, n) == n &&
                       u < p->nodes.items[n].uses.count; u++) {
    const uint32_t use = p->nodes.items[n].uses.items[u];
    assert(p->constraints.items[use].seen <= last);
    const uint32_t first = p->constraints.items[use].seen;
    p->constraints.items[use].seen = last;
    for (uint32_t s = first; s < last; s++) {
      if (find(p, n) != n) {
        p->constraints.items[use].seen = 0;
        break;
      }
      apply(p, use, p->nodes.items[n].set.items[s]);
    }
  }
}

/* Each node has handed on all its spots, and its uses have seen them. */
static bool is_quiet(const points *p) {
  for (uint32_t n = 0; n < p->nodes.count; n++) {
    const node *is = p->nodes.items + n;
    if (is->parent != n) continue;
    if (is->handed != is->set.count || (is->uses.count && is->used != is->set.count)) return false;
    for (uint32_t k = 0; k < is->uses.count; k++)
      if (p->constraints.items[is->uses.items[k]].seen != is->set.count) return false;
  }
  return true;
}

/* Each node's spots are in the sets of all nodes that include it. */
static bool is_closed(points *p) {
  uint32_t *has = mem_zeroed(p->spots.count + 1, sizeof *has);
  bool is = true;
  for (uint32_t n = 0; n < p->nodes.count && is; n++) {
    const node *from = p->nodes.items + n;
    for (uint32_t k = 0; k < from->next.count && is; k++) {
      const uint32_t to = find(p, from->next.items[k]);
      const spot_set *set = &p->nodes.items[to].set;
      for (uint32_t s = 0; s < set->count; s++) has[set->items[s]] = to + 1;
      for (uint32_t s = 0; s < from->set.count; s++) is &= has[from->set.items[s]] == to + 1;
    }
  }
  free(has);
  return is;
}

void points_solve(points *p) {
  do {
    p->changed = false;
    while (p->built < p->instances.count) points_constrain(p, p->built++);
    tidy_sets(p);
    propagate(p);
    for (uint32_t n = 0; n < p->nodes.count; n++)
      if (p->nodes.items[n].parent == n && p->nodes.items[n].uses.count)
        look(p, n);
  } while (p->changed);
  assert(is_quiet(p) && (!CHECKS_ARE_ON || is_closed(p)));
}
