#include "ir/cfg.h"

#include "base/vec.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct analysis {
  const cfg *g;
  cfg_facts *facts;
  uint32_t *rank;               /* in plain reverse postorder */
  uint32_t *ranked;             /* node of each rank */
  uint32_t *first_before, *before;      /* predecessors, as in cfg */
  uint32_t *visited;            /* nodes in preorder of the same walk */
  uint32_t *found_from;         /* the node's parent in the tree of the walk */
  uint32_t *parent;             /* of a loop head: head of the loop around */
  uint32_t *outside;            /* see outermost; the node itself: in no loop so far */
  uint32_t *subtree;            /* nodes that the node dominates are numbered from */
  uint32_t *subtree_end;        /* subtree[node] on, to before subtree_end[node] */
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
  uint32_t visited = 0;
  seen[0] = true;
  a->visited[visited++] = 0;
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
    a->visited[visited++] = to;
    a->found_from[to] = top->node;
    vec_push(&stack, ((struct visit) {to, g->first[to + 1]}));
  }
  assert(visited == done.count);
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

/*
 * Dominators by semidominators (Lengauer and Tarjan, 1979, with path compression only): at most
 * edges * log(nodes) steps.  Nodes have the numbers of the walk's preorder here.
 */
typedef struct dominance {
  uint32_t *number;             /* of each node */
  uint32_t *from;               /* parent in the tree; once joined to the forest, an ancestor */
  uint32_t *semi;               /* semidominator; at first the number itself */
  uint32_t *least;              /* the number of least semi from here up to below `from` */
  uint32_t *bucket, *bucket_next;       /* numbers by their semidominator */
  uint32_t *path;               /* scratch */
} dominance;

/* The number of least semidominator on the path from v to below its root in the forest of the
 * numbers from `joined` on. */
static uint32_t least_above(dominance *d, uint32_t v, uint32_t joined) {
  uint32_t length = 0;
  if (v < joined) return v;
  for (; d->from[v] >= joined; v = d->from[v]) d->path[length++] = v;
  while (length) {
    const uint32_t up = v;
    v = d->path[--length];
    if (d->semi[d->least[up]] < d->semi[d->least[v]]) d->least[v] = d->least[up];
    d->from[v] = d->from[up];
  }
  return d->least[v];
}

static void find_dominators(analysis *a) {
  const uint32_t count = a->facts->reachable;
  uint32_t *dominator = a->facts->dominator;    /* by number until the end */
  dominance d = {.number = filled(a->g->count, CFG_NONE), .from = filled(count, 0),
                 .semi = filled(count, 0), .least = filled(count, 0),
                 .bucket = filled(count, CFG_NONE), .bucket_next = filled(count, CFG_NONE),
                 .path = filled(count, 0)};
  for (uint32_t v = 0; v < count; v++) {
    d.number[a->visited[v]] = v;
    d.semi[v] = d.least[v] = v;
    if (v) d.from[v] = d.number[a->found_from[a->visited[v]]];
    assert(!v || d.from[v] < v);
  }
  uint32_t *above = filled(count, 0);   /* least_above, when v's bucket was emptied */
  for (uint32_t v = count; v-- > 1;) {
    const uint32_t node = a->visited[v], from = d.from[v];
    for (uint32_t e = a->first_before[node]; e < a->first_before[node + 1]; e++) {
      const uint32_t u = least_above(&d, d.number[a->before[e]], v + 1);
      if (d.semi[u] < d.semi[v]) d.semi[v] = d.semi[u];
    }
    d.bucket_next[v] = d.bucket[d.semi[v]];
    d.bucket[d.semi[v]] = v;
    for (uint32_t w = d.bucket[from]; w != CFG_NONE; w = d.bucket_next[w])
      above[w] = least_above(&d, w, v);
    d.bucket[from] = CFG_NONE;
  }
  uint32_t *nearest = d.path;   /* dominator of each number */
  nearest[0] = 0;
  for (uint32_t v = 1; v < count; v++) {
    nearest[v] = d.semi[above[v]] < d.semi[v] ? nearest[above[v]] : d.semi[v];
    assert(nearest[v] < v);
    dominator[a->visited[v]] = a->visited[nearest[v]];
  }
  dominator[0] = 0;
  free(d.number);
  free(d.from);
  free(d.semi);
  free(d.least);
  free(d.bucket);
  free(d.bucket_next);
  free(d.path);
  free(above);
}

/* Numbers the tree of dominators in preorder.  Children come after their dominator in any order
 * of a walk, so two passes over its preorder do: sizes, then numbers. */
static void number_subtrees(analysis *a) {
  const uint32_t count = a->facts->reachable;
  const uint32_t *dominator = a->facts->dominator;
  uint32_t *size = filled(a->g->count, 1), *used = filled(a->g->count, 1);
  for (uint32_t v = count; v-- > 1;)
    size[dominator[a->visited[v]]] += size[a->visited[v]];
  a->subtree[0] = 0;
  for (uint32_t v = 0; v < count; v++) {
    const uint32_t node = a->visited[v], above = dominator[node];
    if (v) {
      a->subtree[node] = a->subtree[above] + used[above];
      used[above] += size[node];
    }
    a->subtree_end[node] = a->subtree[node] + size[node];
  }
  free(size);
  free(used);
}

static bool dominates(const analysis *a, uint32_t node, uint32_t other) {
  return a->subtree[other] >= a->subtree[node] && a->subtree[other] < a->subtree_end[node];
}

/* The outermost loop known so far round the node, or the node itself. */
static uint32_t outermost(const analysis *a, uint32_t node) {
  uint32_t top = node;
  while (a->outside[top] != top) top = a->outside[top];
  while (a->outside[node] != top) {
    const uint32_t up = a->outside[node];
    a->outside[node] = top;
    node = up;
  }
  return top;
}

/* Adds to the loop of head what reaches the edge's source.  Inner heads have
 * greater ranks and are done, so whole inner loops are taken at once. */
static void collect_body(analysis *a, uint32_t head, uint32_t source) {
  cfg_facts *f = a->facts;
  VEC(uint32_t) todo = {0};
  vec_push(&todo, source);
  while (todo.count) {
    const uint32_t node = outermost(a, vec_pop(&todo));
    if (node == head) continue;
    a->outside[node] = head;
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
    const uint32_t head = f->loop_head[node];
    const uint32_t around = head == node ? a->parent[node] : head;
    /* A head has a smaller rank than the rest of its loop. */
    assert(around == CFG_NONE || a->rank[around] < r);
    f->loop_depth[node] = (around == CFG_NONE ? 0 : f->loop_depth[around]) + (head == node);
  }
}

/* Loops round the node, except the loop that it is the head of. */
static uint32_t depth_around(const cfg_facts *f, uint32_t node) {
  return f->loop_depth[node] - (f->loop_head[node] == node);
}

static bool is_earlier(const analysis *a, uint32_t node, uint32_t other) {
  const uint32_t depth = depth_around(a->facts, node), others = depth_around(a->facts, other);
  return depth != others ? depth > others : a->rank[node] < a->rank[other];
}

typedef VEC(uint32_t) node_heap;        /* the earliest node first */

static void heap_add(const analysis *a, node_heap *h, uint32_t node) {
  vec_push(h, node);
  uint32_t i = h->count - 1;
  for (; i && is_earlier(a, node, h->items[(i - 1) / 2]); i = (i - 1) / 2)
    h->items[i] = h->items[(i - 1) / 2];
  h->items[i] = node;
}

static uint32_t heap_take(const analysis *a, node_heap *h) {
  const uint32_t first = h->items[0], last = vec_pop(h);
  uint32_t i = 0;
  if (!h->count) return first;
  for (uint32_t k; (k = 2 * i + 1) < h->count; i = k) {
    if (k + 1 < h->count && is_earlier(a, h->items[k + 1], h->items[k])) k++;
    if (!is_earlier(a, h->items[k], last)) break;
    h->items[i] = h->items[k];
  }
  h->items[i] = last;
  return first;
}

/*
 * A topological order of the graph without its retreating edges that prefers,
 * among the nodes that are ready, those of the innermost loop it is in: the
 * nodes of a natural loop that are left always include one that is ready, so
 * the loop is finished before anything else begins.  A natural loop is entered
 * at its head only, so all loops round nodes that are ready contain each other:
 * their depth distinguishes them.
 */
static void place_nodes(analysis *a) {
  const cfg *g = a->g;
  cfg_facts *f = a->facts;
  uint32_t *waits = mem_zeroed(g->count, sizeof *waits);
  node_heap ready = {0};
  uint32_t placed = 0;
  for (uint32_t n = 0; n < g->count; n++)
    for (uint32_t e = g->first[n]; e < g->first[n + 1]; e++)
      if (a->rank[n] != CFG_NONE && a->rank[g->next[e]] > a->rank[n])
        waits[g->next[e]]++;
  heap_add(a, &ready, 0);
  while (ready.count) {
    const uint32_t node = heap_take(a, &ready);
    f->order[node] = placed;
    f->at[placed++] = node;
    for (uint32_t e = g->first[node]; e < g->first[node + 1]; e++) {
      const uint32_t to = g->next[e];
      if (a->rank[to] > a->rank[node] && !--waits[to]) heap_add(a, &ready, to);
    }
  }
  assert(placed == f->reachable);
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
                .visited = filled(g->count, CFG_NONE),
                .found_from = filled(g->count, CFG_NONE),
                .parent = filled(g->count, CFG_NONE),
                .outside = filled(g->count, CFG_NONE),
                .subtree = filled(g->count, CFG_NONE),
                .subtree_end = filled(g->count, CFG_NONE)};
  for (uint32_t n = 0; n < g->count; n++) a.outside[n] = n;
  rank_nodes(&a);
  find_predecessors(&a);
  find_dominators(&a);
  number_subtrees(&a);
  find_loops(&a);
  place_nodes(&a);
  free(a.rank);
  free(a.ranked);
  free(a.first_before);
  free(a.before);
  free(a.visited);
  free(a.found_from);
  free(a.parent);
  free(a.outside);
  free(a.subtree);
  free(a.subtree_end);
  return f;
}
