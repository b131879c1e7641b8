#include "solver/orders.h"

#include "base/limits.h"

#include <assert.h>

/* One step from a term to another that is not less: a literal that says so. */
typedef struct step {
  int literal;
  bool is_strict;               /* the other one is greater */
} step;

enum { MOST_STEPS = 3 };

void orders_release(orders *o) {
  for (unsigned k = 0; k < 2; k++) {
    order_graph *g = o->of + k;
    for (uint32_t i = 0; i < g->edges.count; i++)
      vec_release(g->edges.items + i);
    vec_release(&g->edges);
    idmap_release(&g->nodes);
  }
}

static uint32_t node_of(order_graph *g, uint32_t term) {
  uint64_t *at = idmap_at(&g->nodes, term);
  if (!*at) {
    vec_push(&g->edges, ((order_edges) {0}));
    *at = g->edges.count;
  }
  return (uint32_t) *at - 1;
}

static order_edge *find(const order_graph *g, uint32_t from, uint32_t to) {
  order_edges *all = g->edges.items + from;
  for (uint32_t k = 0; k < all->count; k++)
    if (all->items[k].to == to) return all->items + k;
  return NULL;
}

/* Both directions of an edge, made if there is room; false: there is none. */
static bool edge_between(order_graph *g, uint32_t a, uint32_t b,
                         order_edge **there, order_edge **back) {
  if (!find(g, a, b)) {
    if (g->edges.items[a].count >= limits.solver_order_neighbours ||
        g->edges.items[b].count >= limits.solver_order_neighbours)
      return false;
    vec_push(g->edges.items + a, ((order_edge) {.to = b}));
    vec_push(g->edges.items + b, ((order_edge) {.to = a}));
  }
  *there = find(g, a, b);
  *back = find(g, b, a);
  return true;
}

static unsigned steps_along(const order_edge *e, step *out) {
  unsigned n = 0;
  if (e->less) out[n++] = (step) {e->less, true};
  if (e->greater) out[n++] = (step) {-e->greater, false};
  if (e->equal) out[n++] = (step) {e->equal, false};
  return n;
}

static void forbid(gates *g, int a, int b, int c) {
  assert(a && b);
  g->api->clause(g->sat, (int[]) {-a, -b, -c}, c ? 3 : 2);
}

/* No circle of steps, one of them strict, through the new one from a to b. */
static void close_circles(const order_graph *o, gates *g, uint32_t a,
                          uint32_t b, step new) {
  step second[MOST_STEPS], third[MOST_STEPS];
  assert(new.literal && a != b);
  const order_edges *from = o->edges.items + b;
  for (uint32_t k = 0; k < from->count; k++) {
    const order_edge *e = from->items + k;
    const unsigned n = steps_along(e, second);
    const order_edge *home = e->to == a ? NULL : find(o, e->to, a);
    const unsigned m = home ? steps_along(home, third) : 0;
    for (unsigned i = 0; i < n; i++) {
      const bool is_strict = new.is_strict || second[i].is_strict;
      if (e->to == a && is_strict && new.literal != -second[i].literal)
        forbid(g, new.literal, second[i].literal, 0);
      for (unsigned j = 0; j < m; j++)
        if (is_strict || third[j].is_strict)
          forbid(g, new.literal, second[i].literal, third[j].literal);
    }
  }
}

static bool is_constant(int literal) {
  return literal == GATE_TRUE || literal == GATE_FALSE;
}

void orders_less(orders *o, gates *g, bool is_signed, uint32_t a, uint32_t b,
                int literal) {
  order_graph *graph = o->of + is_signed;
  order_edge *there, *back;
  if (g->is_full || is_constant(literal) || a == b) return;
  const uint32_t x = node_of(graph, a), y = node_of(graph, b);
  if (!edge_between(graph, x, y, &there, &back) || there->less) return;
  assert(there->to == y && back->to == x && !back->greater);
  there->less = back->greater = literal;
  close_circles(graph, g, x, y, (step) {literal, true});
  close_circles(graph, g, y, x, (step) {-literal, false});
}

void orders_equal(orders *o, gates *g, bool is_signed, uint32_t a, uint32_t b,
                  int literal) {
  order_graph *graph = o->of + is_signed;
  order_edge *there, *back;
  if (g->is_full || is_constant(literal) || a == b) return;
  if (!idmap_find(&graph->nodes, a) || !idmap_find(&graph->nodes, b)) return;
  const uint32_t x = node_of(graph, a), y = node_of(graph, b);
  if (!edge_between(graph, x, y, &there, &back) || there->equal) return;
  assert(there->to == y && back->to == x && !back->equal);
  there->equal = back->equal = literal;
  close_circles(graph, g, x, y, (step) {literal, false});
  close_circles(graph, g, y, x, (step) {literal, false});
  if (there->less && there->greater)
    g->api->clause(g->sat, (int[]) {literal, there->less, there->greater}, 3);
}
