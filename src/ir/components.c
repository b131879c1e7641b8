#include "ir/link.h"

#include "base/mem.h"

#include <stdlib.h>

/*
 * Functions of the program's own code that call each other, directly: the strongly
 * connected components of the call graph (Tarjan), without recursion.  A call through a
 * pointer is no edge; what is recursive by it alone is executed call by call.
 */
typedef struct vertex {
  uint32_t index, low;          /* 0: not visited */
  uint32_t next;                /* call to be looked at */
  bool is_open, calls_itself;
} vertex;

typedef struct graph {
  const ir_program *p;
  vertex *of;
  VEC(uint32_t) way, open;
  uint32_t index;
  uint32_t components;          /* so far */
} graph;

/* The function's next callee; UINT32_MAX: none is left. */
static uint32_t next_callee(graph *g, uint32_t from) {
  const ir_function *f = g->p->functions.items[from];
  vertex *v = g->of + from;
  while (v->next < f->calls.count) {
    const ir_call *c = f->calls.items + v->next++;
    if (c->callee == IR_INDIRECT || !c->callee) continue;
    const ir_symbol *s = g->p->symbols.items + c->callee;
    if (s->kind != IR_FUNCTION || !s->is_defined) continue;
    const ir_function *to = ir_function_of(g->p, c->callee);
    if (to && !to->is_library) return s->function;
  }
  return UINT32_MAX;
}

static void begin(graph *g, uint32_t at) {
  g->of[at].index = g->of[at].low = ++g->index;
  g->of[at].is_open = true;
  vec_push(&g->open, at);
  vec_push(&g->way, at);
}

/* All calls of the last one on the way were looked at. */
static void end(graph *g) {
  const uint32_t at = vec_pop(&g->way);
  vertex *v = g->of + at;
  if (g->way.count) {
    vertex *from = g->of + vec_last(&g->way);
    if (v->low < from->low) from->low = v->low;
  }
  if (v->low != v->index) return;
  const bool is_one = vec_last(&g->open) == at && !v->calls_itself;
  g->components += !is_one;
  for (uint32_t last = UINT32_MAX; last != at;) {
    last = vec_pop(&g->open);
    g->of[last].is_open = false;
    if (!is_one) g->p->functions.items[last]->component = g->components;
  }
}

void link_find_components(ir_program *p) {
  graph g = {.p = p, .of = mem_zeroed(p->functions.count + 1, sizeof *g.of)};
  for (uint32_t k = 0; k < p->functions.count; k++) {
    const ir_function *f = p->functions.items[k];
    if (!f || f->is_library || g.of[k].index) continue;
    begin(&g, k);
    while (g.way.count) {
      const uint32_t at = vec_last(&g.way), to = next_callee(&g, at);
      if (to == UINT32_MAX) end(&g);
      else if (!g.of[to].index) begin(&g, to);
      else if (g.of[to].is_open) {
        if (g.of[to].index < g.of[at].low) g.of[at].low = g.of[to].index;
        g.of[at].calls_itself |= to == at;
      }
    }
  }
  free(g.of);
  vec_release(&g.way);
  vec_release(&g.open);
  p->components = g.components;
}
