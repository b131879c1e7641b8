#include "zeq/graph.h"

/*
 * Conjuncts, and what is left of one when an unobservable value in it is
 * projected away.  `n < x` for an n at nobody else's disposal says that x is
 * not the least value, and nothing more; the paper's rules leave it as it is.
 */

static bool is_bit_op(const expr_node *n, expr_op op) {
  return n->op == op && n->width == 1;
}

/* The parts of conjunctions, each on its own. */
void zeq_add_parts(zeq_core *c, expr root) {
  vec_clear(&c->todo);
  vec_push(&c->todo, root);
  while (c->todo.count) {
    const expr e = vec_pop(&c->todo);
    const expr_node n = expr_get(c->table, e);
    if (is_bit_op(&n, EXPR_AND)) {
      vec_push(&c->todo, n.arg[1]);
      vec_push(&c->todo, n.arg[0]);
      continue;
    }
    const expr_node below = n.op == EXPR_NOT ? expr_get(c->table, n.arg[0]) : n;
    if (n.op == EXPR_NOT && is_bit_op(&below, EXPR_OR)) {
      vec_push(&c->todo, expr_not(c->table, below.arg[1]));
      vec_push(&c->todo, expr_not(c->table, below.arg[0]));
      continue;
    }
    if (!expr_is_true(c->table, e)) vec_push(&c->conjuncts, e);
  }
}

static int by_content(const void *a, const void *b, void *table) {
  return expr_order(table, *(const expr *) a, *(const expr *) b);
}

void zeq_sort_once(zeq_core *c) {
  if (!c->conjuncts.count) return;
  qsort_r(c->conjuncts.items, c->conjuncts.count, sizeof *c->conjuncts.items,
          by_content, c->table);
  uint32_t kept = 1;
  for (uint32_t k = 1; k < c->conjuncts.count; k++)
    if (!expr_same(c->conjuncts.items[k], c->conjuncts.items[kept - 1]))
      c->conjuncts.items[kept++] = c->conjuncts.items[k];
  c->conjuncts.count = kept;
}

void zeq_flatten(zeq_core *c, const zeq_constraint *from, bool in_parts) {
  vec_clear(&c->conjuncts);
  for (uint32_t k = 0; k < from->conjuncts.count; k++)
    if (in_parts) zeq_add_parts(c, from->conjuncts.items[k]);
    else vec_push(&c->conjuncts, from->conjuncts.items[k]);
  zeq_sort_once(c);
  vec_clear(&c->slot_terms);
  for (uint32_t k = 0; k < from->slots.count; k++)
    vec_push(&c->slot_terms, from->slots.items[k].is_any
                                 ? (expr) {0} : from->slots.items[k].term);
}

/* Where some value on the given side of the comparison, or of its contrary,
 * makes it hold: a condition on the other side.  {0}: no comparison. */
static expr projected(zeq_core *c, const zeq_node *n, bool is_negated,
                      unsigned side) {
  expr_table *t = c->table;
  const expr other = c->nodes.items[n->arg[1 - side]].term;
  const unsigned width = expr_width(t, other);
  const bool is_signed = n->op == EXPR_SLT || n->op == EXPR_SLE;
  if (width > 64) return (expr) {0};
  const uint64_t sign = is_signed ? bits_sign(width) : 0;
  const uint64_t least = sign, greatest = bits_mask(width) ^ sign;
  switch (n->op) {
  case EXPR_ULT: case EXPR_SLT:
    if (is_negated) return expr_true(t);
    return expr_ne(t, other, expr_const(t, width, side ? greatest : least));
  case EXPR_ULE: case EXPR_SLE:
    if (!is_negated) return expr_true(t);
    return expr_ne(t, other, expr_const(t, width, side ? least : greatest));
  case EXPR_OR:
    return is_negated ? (expr) {0} : expr_true(t);
  default: return (expr) {0};
  }
}

bool zeq_narrow(zeq_core *c) {
  bool is_changed = false;
  const uint32_t slots = c->roots.count - c->conjuncts.count;
  for (uint32_t k = 0; k < c->conjuncts.count; k++) {
    const zeq_root *r = c->roots.items + slots + k;
    const zeq_node *n = c->nodes.items + r->node;
    if (r->is_dropped || n->is_flexible || n->demands != 1) continue;
    const bool is_negated = n->op == EXPR_NOT;
    if (is_negated) n = c->nodes.items + n->arg[0];
    if (n->demands != 1 || !(n->own & 3) || n->arity != 2) continue;
    const expr left = projected(c, n, is_negated, n->own & 1 ? 0 : 1);
    if (!left.id) continue;
    c->conjuncts.items[k] = left;
    is_changed = true;
  }
  if (!is_changed) return false;
  uint32_t kept = 0;
  for (uint32_t k = 0; k < c->conjuncts.count; k++)
    if (!expr_is_true(c->table, c->conjuncts.items[k]))
      c->conjuncts.items[kept++] = c->conjuncts.items[k];
  c->conjuncts.count = kept;
  zeq_sort_once(c);
  return true;
}
