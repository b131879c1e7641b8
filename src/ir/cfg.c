#include "ir/cfg.h"

#include "base/vec.h"

#include <stdlib.h>
#include <string.h>

typedef struct analysis {
  const cfg *g;
  cfg_facts *facts;
  uint32_t *rank;               /* in plain reverse postorder */
  uint32_t *ranked;             /* node of each rank */
  uint32_t *first_before, *before;      /* predecessors, as in cfg */
  uint32_t *parent;             /* of a loop head: head of the loop around */
} analysis;

static uint32_t *filled(uint32_t count, uint32_t value) {
  uint32_t *p = mem_resize(NULL, count, sizeof *p);
  for (uint32_t i = 0; i < count; i++) p[i] = value;
  return p;
}

void cfg_release(cfg *g) {
  free(g->first);
  free(g->next);
  *g = (cfg) {0};
}

void cfg_facts_release(cfg_facts *f) {
  free(f->order);
  free(f->at);
  free(f->dominator);
  free(f->loop_head);
  free(f->loop_depth);
  free(f->is_loop_head);
  *f = (cfg_facts) {0};
}

static void rank_nodes(analysis *a) {
  const cfg *g = a->g;
  struct visit { uint32_t node, next; };
  VEC(struct visit) stack = {0};
  VEC(uint32_t) done = {0};
  bool *seen = mem_zeroed(g->count, sizeof *seen);
  seen[0] = true;
  vec_push(&stack, ((struct visit) {0, g->first[1]}));
  while (stack.count) {
    struct visit *top = &vec_last(&stack);
    if (top->next == g->first[top->node]) {
      vec_push(&done, top->node);
      stack.count--;
      continue;
    }
    const uint32_t to = g->next[--top->next];
    if (seen[to]) continue;
    seen[to] = true;
    vec_push(&stack, ((struct visit) {to, g->first[to + 1]}));
  }
  a->facts->reachable = done.count;
  for (uint32_t i = 0; i < done.count; i++) {
    a->ranked[i] = done.items[done.count - 1 - i];
    a->rank[a->ranked[i]] = i;
  }
  free(seen);
  vec_release(&stack);
  vec_release(&done);
}

static void find_predecessors(analysis *a) {
  const cfg *g = a->g;
  a->first_before = mem_zeroed(g->count + 1, sizeof *a->first_before);
  a->before = mem_zeroed(g->first[g->count], sizeof *a->before);
  for (uint32_t n = 0; n < g->count; n++)
    for (uint32_t e = g->first[n]; e < g->first[n + 1]; e++)
      if (a->rank[n] != CFG_NONE) a->first_before[g->next[e] + 1]++;
  for (uint32_t n = 0; n < g->count; n++)
    a->first_before[n + 1] += a->first_before[n];
  uint32_t *fill = mem_resize(NULL, g->count, sizeof *fill);
  memcpy(fill, a->first_before, g->count * sizeof *fill);
  for (uint32_t n = 0; n < g->count; n++)
    for (uint32_t e = g->first[n]; e < g->first[n + 1]; e++)
      if (a->rank[n] != CFG_NONE) a->before[fill[g->next[e]]++] = n;
  free(fill);
}

/* Dominators by iteration in reverse postorder (Cooper, Harvey, Kennedy). */
static void find_dominators(analysis *a) {
  uint32_t *dominator = a->facts->dominator;
  bool changed = true;
  dominator[0] = 0;
  while (changed) {
    changed = false;
    for (uint32_t r = 1; r < a->facts->reachable; r++) {
      const uint32_t node = a->ranked[r];
      uint32_t best = CFG_NONE;
      for (uint32_t e = a->first_before[node]; e < a->first_before[node + 1];
           e++) {
        uint32_t other = a->before[e];
        if (dominator[other] == CFG_NONE) continue;
        while (best != CFG_NONE && best != other)
          if (a->rank[other] > a->rank[best]) other = dominator[other];
          else best = dominator[best];
        best = other;
      }
      if (dominator[node] != best) {
        dominator[node] = best;
        changed = true;
      }
    }
  }
}

static bool dominates(const analysis *a, uint32_t node, uint32_t other) {
  while (a->rank[other] > a->rank[node]) other = a->facts->dominator[other];
  return other == node;
}

static bool is_in_loop(const analysis *a, uint32_t node, uint32_t head) {
  for (uint32_t h = a->facts->loop_head[node]; h != CFG_NONE;
       h = a->parent[h])
    if (h == head) return true;
  return false;
}

/* The outermost loop known so far round the node, or the node itself. */
static uint32_t outermost(const analysis *a, uint32_t node) {
  uint32_t h = a->facts->loop_head[node];
  if (h == CFG_NONE) return node;
  while (a->parent[h] != CFG_NONE) h = a->parent[h];
  return h;
}

/* Adds to the loop of head what reaches the edge's source.  Inner heads have
 * greater ranks and are done, so whole inner loops are taken at once. */
static void collect_body(analysis *a, uint32_t head, uint32_t source) {
  cfg_facts *f = a->facts;
  VEC(uint32_t) todo = {0};
  vec_push(&todo, source);
  while (todo.count) {
    const uint32_t node = outermost(a, vec_pop(&todo));
    if (node == head || is_in_loop(a, node, head)) continue;
    if (f->loop_head[node] == node) a->parent[node] = head;
    else f->loop_head[node] = head;
    for (uint32_t e = a->first_before[node]; e < a->first_before[node + 1];
         e++)
      vec_push(&todo, a->before[e]);
  }
  vec_release(&todo);
}

static void find_loops(analysis *a) {
  cfg_facts *f = a->facts;
  for (uint32_t r = f->reachable; r-- > 0;) {
    const uint32_t head = a->ranked[r];
    for (uint32_t pass = 0; pass < 2; pass++)
      for (uint32_t e = a->first_before[head]; e < a->first_before[head + 1];
           e++) {
        const uint32_t source = a->before[e];
        if (a->rank[source] < r) continue;
        if (!pass) {
          f->is_loop_head[head] = true;
          f->loop_head[head] = head;
        } else if (source != head && dominates(a, head, source)) {
          collect_body(a, head, source);
        }
      }
  }
  for (uint32_t r = 0; r < f->reachable; r++) {
    const uint32_t node = a->ranked[r];
    for (uint32_t h = f->loop_head[node]; h != CFG_NONE; h = a->parent[h])
      f->loop_depth[node]++;
  }
}

/*
 * A topological order of the graph without its retreating edges that prefers,
 * among the nodes that are ready, those of the innermost loop it is in: the
 * nodes of a natural loop that are left always include one that is ready, so
 * the loop is finished before anything else begins.
 */
static void place_nodes(analysis *a) {
  const cfg *g = a->g;
  cfg_facts *f = a->facts;
  uint32_t *waits = mem_zeroed(g->count, sizeof *waits);
  VEC(uint32_t) ready = {0};
  uint32_t loop = CFG_NONE, placed = 0;
  for (uint32_t n = 0; n < g->count; n++)
    for (uint32_t e = g->first[n]; e < g->first[n + 1]; e++)
      if (a->rank[n] != CFG_NONE && a->rank[g->next[e]] > a->rank[n])
        waits[g->next[e]]++;
  vec_push(&ready, 0);
  while (ready.count) {
    uint32_t best = CFG_NONE;
    for (; best == CFG_NONE; loop = best == CFG_NONE ? a->parent[loop] : loop)
      for (uint32_t i = 0; i < ready.count; i++) {
        const uint32_t n = ready.items[i];
        if (loop != CFG_NONE && !is_in_loop(a, n, loop)) continue;
        if (best == CFG_NONE || a->rank[n] < a->rank[ready.items[best]])
          best = i;
      }
    const uint32_t node = ready.items[best];
    ready.items[best] = vec_pop(&ready);
    f->order[node] = placed;
    f->at[placed++] = node;
    loop = f->loop_head[node];
    for (uint32_t e = g->first[node]; e < g->first[node + 1]; e++) {
      const uint32_t to = g->next[e];
      if (a->rank[to] > a->rank[node] && !--waits[to]) vec_push(&ready, to);
    }
  }
  free(waits);
  vec_release(&ready);
}

cfg_facts cfg_analyse(const cfg *g) {
  cfg_facts f = {.order = filled(g->count, CFG_NONE),
                 .at = filled(g->count, CFG_NONE),
                 .dominator = filled(g->count, CFG_NONE),
                 .loop_head = filled(g->count, CFG_NONE),
                 .loop_depth = filled(g->count, 0),
                 .is_loop_head = mem_zeroed(g->count, sizeof(bool))};
  analysis a = {.g = g, .facts = &f, .rank = filled(g->count, CFG_NONE),
                .ranked = filled(g->count, CFG_NONE),
                .parent = filled(g->count, CFG_NONE)};
  rank_nodes(&a);
  find_predecessors(&a);
  find_dominators(&a);
  find_loops(&a);
  place_nodes(&a);
  free(a.rank);
  free(a.ranked);
  free(a.first_before);
  free(a.before);
  free(a.parent);
  return f;
}
