#include "zeq/graph.h"

#include "base/hash.h"

#include <assert.h>
#include <string.h>

zeq_kind zeq_kind_of(expr_op op) {
  static const uint8_t kinds[256] = {
#define ZEQ(OP, KIND) [EXPR_##OP] = KIND_##KIND,
#include "zeq/operators.def"
  };
  return (zeq_kind) kinds[op];
}

/* Nodes by term ---------------------------------------------------------- */

/* The slot of a term's node, or the free slot for a new node. */
static uint32_t *find(const zeq_core *c, expr e) {
  assert(c->slots_count && !(c->slots_count & (c->slots_count - 1)));
  uint32_t at = (uint32_t) hash_end(hash_word(1, e.id));
  for (;; at++) {
    uint32_t *slot = c->slots + (at & (c->slots_count - 1));
    if (!*slot || expr_same(c->nodes.items[*slot - 1].term, e)) return slot;
  }
}

static void clear(zeq_core *c) {
  /* Clears filled slots only, not the whole of a once large table. */
  if (c->nodes.count > c->slots_count / 8)
    memset(c->slots, 0, c->slots_count * sizeof *c->slots);
  else
    for (uint32_t k = c->nodes.count; k--; c->nodes.count--)
      *find(c, c->nodes.items[k].term) = 0;
  vec_clear(&c->nodes);
  vec_clear(&c->roots);
}

static void grow(zeq_core *c) {
  free(c->slots);
  c->slots_count *= 2;
  c->slots = mem_zeroed(c->slots_count, sizeof *c->slots);
  for (uint32_t k = 0; k < c->nodes.count; k++)
    *find(c, c->nodes.items[k].term) = k + 1;
}

/* Groups ----------------------------------------------------------------- */

static uint32_t group_of(zeq_core *c, uint32_t n) {
  zeq_node *nodes = c->nodes.items;
  while (nodes[n].group != n) {
    nodes[n].group = nodes[nodes[n].group].group;
    n = nodes[n].group;
  }
  return n;
}

static void unite(zeq_core *c, uint32_t a, uint32_t b) {
  a = group_of(c, a);
  b = group_of(c, b);
  /* The earlier one represents both. */
  if (a < b) c->nodes.items[b].group = a;
  else c->nodes.items[a].group = b;
}

/* Building --------------------------------------------------------------- */

static void add_node(zeq_core *c, expr e, const zeq_view *view) {
  const expr_node from = expr_get(c->table, e);
  const expr_op op = (expr_op) from.op;
  zeq_node n = {.term = e, .op = from.op, .width = from.width,
                .arity = (uint8_t) expr_arity(op), .imm = from.imm,
                .kind = (uint8_t) zeq_kind_of(op),
                .group = c->nodes.count};
  if (op == EXPR_VAR) {
    const zeq_symbol s = view->look(view->context, (uint32_t) from.imm);
    n.sight = (uint8_t) s.sight;
    n.label = s.label;
    n.is_flexible = s.sight == ZEQ_FREE;
    n.has_observable = s.sight == ZEQ_OBSERVABLE;
    n.has_free = !n.has_observable;
  }
  for (unsigned k = 0; k < n.arity; k++) {
    n.arg[k] = *find(c, from.arg[k]) - 1;
    assert(n.arg[k] < c->nodes.count);  /* operands come first */
    n.has_free |= c->nodes.items[n.arg[k]].has_free;
    n.has_observable |= c->nodes.items[n.arg[k]].has_observable;
  }
  vec_push(&c->nodes, n);
  const uint32_t at = c->nodes.count - 1;
  for (unsigned k = 0; k < n.arity; k++)
    if (c->nodes.items[n.arg[k]].has_free) unite(c, at, n.arg[k]);
  assert(n.group <= at);
  if (2 * c->nodes.count > c->slots_count) grow(c);
  *find(c, e) = at + 1;
}

/* The node of a term; operands get theirs first. */
static uint32_t node_of(zeq_core *c, expr root, const zeq_view *view) {
  vec_clear(&c->todo);
  vec_push(&c->todo, root);
  while (c->todo.count) {
    const expr e = vec_last(&c->todo);
    bool is_ready = true;
    if (!*find(c, e)) {
      const expr_node n = expr_get(c->table, e);
      for (unsigned k = expr_arity((expr_op) n.op); k--;)
        if (!*find(c, n.arg[k])) {
          vec_push(&c->todo, n.arg[k]);
          is_ready = false;
        }
      if (is_ready) add_node(c, e, view);
    }
    if (is_ready) c->todo.count--;
  }
  return *find(c, root) - 1;
}

/* The conjuncts are satisfiable, so conjuncts without a symbol in common with visible parts
 * hold for some values: nothing follows from them. */
static void drop_closed(zeq_core *c) {
  for (uint32_t k = 0; k < c->roots.count; k++) {
    const zeq_root *r = c->roots.items + k;
    const zeq_node *n = c->nodes.items + r->node;
    if (n->has_free && (r->slot || n->has_observable))
      c->nodes.items[group_of(c, r->node)].has_observable = true;
  }
  for (uint32_t k = 0; k < c->roots.count; k++) {
    zeq_root *r = c->roots.items + k;
    const zeq_node *n = c->nodes.items + r->node;
    if (!r->slot && n->has_free &&
        !c->nodes.items[group_of(c, r->node)].has_observable)
      r->is_dropped = true;
  }
}

static void demand(zeq_core *c, uint32_t node, uint32_t edge) {
  zeq_node *n = c->nodes.items + node;
  n->demands++;
  n->entries++;
  n->last ^= edge;
}

/* For nodes below remaining roots: users come last. */
static void count_demands(zeq_core *c) {
  for (uint32_t k = 0; k < c->roots.count; k++)
    if (!c->roots.items[k].is_dropped)
      demand(c, c->roots.items[k].node, ROOT + k);
  for (uint32_t at = c->nodes.count; at--;) {
    assert(at < UINT32_MAX / 3);
    const zeq_node *n = c->nodes.items + at;
    if (!n->entries) continue;
    for (unsigned k = 0; k < n->arity; k++)
      demand(c, n->arg[k], 3 * at + k);
  }
}

void zeq_build(zeq_core *c, const zeq_constraint *from, const zeq_view *view) {
  assert(c->slot_terms.count == from->slots.count);
  clear(c);
  for (uint32_t k = 0; k < from->slots.count; k++) {
    if (from->slots.items[k].is_any) continue;
    const uint32_t node = node_of(c, c->slot_terms.items[k], view);
    vec_push(&c->roots, ((zeq_root) {.node = node, .slot = k + 1}));
  }
  for (uint32_t k = 0; k < c->conjuncts.count; k++) {
    const uint32_t node = node_of(c, c->conjuncts.items[k], view);
    vec_push(&c->roots, ((zeq_root) {.node = node}));
  }
  if (from->is_feasible) drop_closed(c);
  count_demands(c);
  expr_note_walk(c->table, c->nodes.count);
}

/* Life cycle ------------------------------------------------------------- */

zeq_core *zeq_core_new(expr_table *t) {
  zeq_core *c = mem_zeroed(1, sizeof *c);
  c->table = t;
  c->slots_count = 64;
  c->slots = mem_zeroed(c->slots_count, sizeof *c->slots);
  return c;
}

void zeq_core_free(zeq_core *c) {
  if (!c) return;
  vec_release(&c->nodes);
  vec_release(&c->roots);
  vec_release(&c->todo);
  vec_release(&c->conjuncts);
  vec_release(&c->slot_terms);
  vec_release(&c->others);
  vec_release(&c->gaps);
  idmap_release(&c->known);
  vec_release(&c->work);
  vec_release(&c->order);
  free(c->slots);
  free(c);
}

uint32_t zeq_core_nodes(const zeq_core *c) { return c->nodes.count; }

void zeq_constraint_clear(zeq_constraint *c) {
  vec_clear(&c->conjuncts);
  vec_clear(&c->slots);
  c->is_feasible = false;
}

void zeq_constraint_release(zeq_constraint *c) {
  vec_release(&c->conjuncts);
  vec_release(&c->slots);
}
