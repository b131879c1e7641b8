#include "compact/cycles.h"

#include "base/vec.h"

#include <assert.h>

/*
 * Elementary cycles by depth-first search: those whose least node is the root
 * are found from that root, among nodes that are not less.  Loops of real
 * functions are small; the bound on edges keeps the rest from taking over.
 */
typedef struct search {
  const cfg *g;
  uint64_t edges_left;
  cycle_visit visit;
  void *context;
  VEC(uint32_t) path;
  VEC(uint32_t) rotated;
  bool *on_path;
  uint32_t *ways_in;            /* edges into each node */
} search;

/* As a cycle with each entry that it has.  The closing edge is one way into the
 * node; any other makes it an entry. */
static bool report(search *s) {
  const uint32_t count = s->path.count;
  for (uint32_t first = 0; first < count; first++) {
    const uint32_t entry = s->path.items[first];
    assert(s->on_path[entry] || !first);
    if (s->ways_in[entry] < 2) continue;
    vec_clear(&s->rotated);
    for (uint32_t k = 0; k < count; k++)
      vec_push(&s->rotated, s->path.items[(first + k) % count]);
    if (!s->visit(s->context, s->rotated.items, count)) return false;
  }
  return true;
}

static bool extend(search *s, uint32_t root) {
  const uint32_t node = vec_last(&s->path);
  for (uint32_t k = s->g->first[node]; k < s->g->first[node + 1]; k++) {
    const uint32_t to = s->g->next[k];
    if (!s->edges_left--) {
      s->edges_left = 0;
      return false;
    }
    if (to == root && !report(s)) return false;
    if (to <= root || s->on_path[to]) continue;
    s->on_path[to] = true;
    vec_push(&s->path, to);
    const bool goes_on = extend(s, root);
    s->path.count--;
    s->on_path[to] = false;
    if (!goes_on) return false;
  }
  return true;
}

bool cycles_each(const cfg *g, uint64_t max_edges, cycle_visit visit,
                 void *context) {
  search s = {.g = g, .edges_left = max_edges, .visit = visit,
              .context = context};
  s.on_path = mem_zeroed(g->count + 1, sizeof *s.on_path);
  s.ways_in = mem_zeroed(g->count + 1, sizeof *s.ways_in);
  s.ways_in[0] = 1;
  for (uint32_t k = 0; k < g->first[g->count]; k++) s.ways_in[g->next[k]]++;
  bool goes_on = true;
  for (uint32_t root = 0; root < g->count && goes_on; root++) {
    vec_clear(&s.path);
    vec_push(&s.path, root);
    goes_on = extend(&s, root);
  }
  free(s.on_path);
  free(s.ways_in);
  vec_release(&s.path);
  vec_release(&s.rotated);
  return goes_on;
}
