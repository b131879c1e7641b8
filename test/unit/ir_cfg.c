#include "base/random.h"
#include "base/vec.h"
#include "ir/cfg.h"
#include "test/check.h"

#include <stdlib.h>
#include <string.h>

/* Random graphs against the definitions, computed by brute force. */

enum { MOST = 24 };

static cfg random_graph(random_source *r, uint32_t count, unsigned per_node) {
  cfg g = {.count = count, .first = mem_zeroed(count + 1, sizeof *g.first)};
  VEC(uint32_t) next = {0};
  for (uint32_t n = 0; n < count; n++) {
    const uint64_t edges = random_below(r, per_node + 1);
    for (uint64_t e = 0; e < edges; e++)
      /* Nobody goes back to the entry, as in LLVM. */
      vec_push(&next, (uint32_t) (1 + random_below(r, count - 1)));
    g.first[n + 1] = next.count;
  }
  vec_reserve(&next, 1);
  g.next = next.items;
  return g;
}

/* What is reachable from the entry without passing `without`. */
static void reach(const cfg *g, uint32_t without, bool *seen) {
  VEC(uint32_t) todo = {0};
  memset(seen, 0, MOST * sizeof *seen);
  if (without) {
    seen[0] = true;
    vec_push(&todo, 0);
  }
  while (todo.count) {
    const uint32_t n = vec_pop(&todo);
    for (uint32_t e = g->first[n]; e < g->first[n + 1]; e++) {
      const uint32_t to = g->next[e];
      if (to == without || seen[to]) continue;
      seen[to] = true;
      vec_push(&todo, to);
    }
  }
  vec_release(&todo);
}

static bool is_dominated(const cfg_facts *f, uint32_t by, uint32_t node) {
  for (; node != by && node; node = f->dominator[node]) continue;
  return node == by;
}

/* Members of the natural loop of all back edges to the head. */
static void natural_loop(const cfg *g, const cfg_facts *f, uint32_t head,
                         bool *in) {
  memset(in, 0, MOST * sizeof *in);
  in[head] = true;
  bool changed = true;
  while (changed) {
    changed = false;
    for (uint32_t n = 0; n < g->count; n++) {
      if (in[n] || f->order[n] == CFG_NONE) continue;
      for (uint32_t e = g->first[n]; e < g->first[n + 1]; e++) {
        const uint32_t to = g->next[e];
        const bool is_back = to == head && is_dominated(f, head, n);
        if (is_back || (in[to] && to != head)) in[n] = changed = true;
      }
    }
  }
}

static void check(const cfg *g) {
  cfg_facts f = cfg_analyse(g);
  bool seen[MOST], without[MOST], in[MOST];
  uint32_t reachable = 0;
  reach(g, CFG_NONE, seen);
  for (uint32_t n = 0; n < g->count; n++) {
    CHECK((f.order[n] != CFG_NONE) == seen[n]);
    reachable += seen[n];
    if (seen[n]) CHECK(f.order[n] < f.reachable && f.at[f.order[n]] == n);
  }
  CHECK(f.reachable == reachable && f.order[0] == 0);
  for (uint32_t d = 0; d < g->count; d++) {
    if (!seen[d]) continue;
    reach(g, d, without);
    for (uint32_t n = 0; n < g->count; n++)
      if (seen[n]) CHECK(is_dominated(&f, d, n) == (n == d || !without[n]));
  }
  for (uint32_t n = 0; n < g->count; n++)
    for (uint32_t e = g->first[n]; seen[n] && e < g->first[n + 1]; e++) {
      const uint32_t to = g->next[e];
      /* Every cycle has a head: an edge goes forward or to a head. */
      if (f.order[to] <= f.order[n]) CHECK(f.is_loop_head[to]);
    }
  for (uint32_t h = 0; h < g->count; h++) {
    if (!seen[h] || !f.is_loop_head[h]) continue;
    natural_loop(g, &f, h, in);
    uint32_t members = 0, last = 0;
    for (uint32_t n = 0; n < g->count; n++) {
      if (!in[n]) continue;
      members++;
      if (f.order[n] > last) last = f.order[n];
      CHECK(f.order[n] >= f.order[h]);
    }
    CHECK(last - f.order[h] + 1 == members);    /* contiguous */
  }
  for (uint32_t n = 0; n < g->count; n++) {
    uint32_t depth = 0, innermost = CFG_NONE, size = UINT32_MAX;
    for (uint32_t h = 0; seen[n] && h < g->count; h++) {
      if (!seen[h] || !f.is_loop_head[h]) continue;
      natural_loop(g, &f, h, in);
      if (!in[n]) continue;
      uint32_t members = 0;
      for (uint32_t k = 0; k < g->count; k++) members += in[k];
      depth++;
      if (members < size) {
        size = members;
        innermost = h;
      }
    }
    CHECK(f.loop_depth[n] == depth && f.loop_head[n] == innermost);
  }
  cfg_facts_release(&f);
}

static void random_graphs_match_the_definitions(unsigned rounds) {
  random_source r = {7};
  for (unsigned i = 0; i < rounds; i++) {
    cfg g = random_graph(&r, (uint32_t) (2 + random_below(&r, MOST - 2)),
                         1 + i % 3);
    check(&g);
    cfg_release(&g);
  }
}

static void a_single_node_is_a_graph(void) {
  cfg g = {.count = 1, .first = mem_zeroed(2, sizeof *g.first)};
  cfg_facts f = cfg_analyse(&g);
  CHECK(f.reachable == 1 && !f.is_loop_head[0] && f.loop_head[0] == CFG_NONE);
  cfg_facts_release(&f);
  cfg_release(&g);
}

/*
 * Node k goes to k + 1 and to the last node; or the first node goes to all others, which go to
 * the last one; or a loop is in a loop, all at one latch.  What is quadratic takes minutes here.
 */
static void large_graphs_take_no_longer(void) {
  enum { COUNT = 300000 };
  enum { LADDER, FAN, NEST, SHAPES };
  for (unsigned shape = 0; shape < SHAPES; shape++) {
    cfg g = {.count = COUNT, .first = mem_zeroed(COUNT + 1, sizeof *g.first)};
    const uint32_t last = COUNT - 1;
    VEC(uint32_t) next = {0};
    for (uint32_t n = 0; n < COUNT; n++) {
      if (shape == FAN && !n)
        for (uint32_t k = 1; k < COUNT; k++) vec_push(&next, k);
      if (shape != FAN && n < last) vec_push(&next, n + 1);
      if (shape != NEST && n && n + 1 < last) vec_push(&next, last);
      /* The second half goes back to the first: heads COUNT / 2 .. 1, from the inside out. */
      if (shape == NEST && n >= COUNT / 2) vec_push(&next, COUNT - n);
      g.first[n + 1] = next.count;
    }
    g.next = next.items;
    cfg_facts f = cfg_analyse(&g);
    CHECK(f.reachable == COUNT && f.at[last] == last);
    CHECK(f.dominator[last] == (shape == LADDER ? 1 : shape == FAN ? 0 : last - 1));
    CHECK(f.dominator[last - 1] == (shape == FAN ? 0 : last - 2));
    for (uint32_t n = 0; n < COUNT; n++) {
      const uint32_t depth = shape != NEST ? 0 : n <= COUNT / 2 ? n : COUNT - n;
      CHECK(f.loop_depth[n] == depth && (shape == FAN || f.order[n] == n));
    }
    cfg_facts_release(&f);
    cfg_release(&g);
  }
}

int main(void) {
  a_single_node_is_a_graph();
  large_graphs_take_no_longer();
  random_graphs_match_the_definitions(3000);
}
