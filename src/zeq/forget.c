#include "zeq/graph.h"

#include "base/limits.h"

/*
 * Conditions inside a conjunct that can be had or not, as one likes, are
 * forgotten: where x is flexible and demanded nowhere but in the conjunct F, what
 * is left of F is F with x true, or F with x false.  Such conjuncts are the guards
 * of joined states, whose atoms are often about values that nobody sees any
 * more.  Only small ones are looked at: F is written twice.
 */
static bool is_connective(const zeq_node *n) {
  if (n->width != 1) return false;
  switch ((expr_op) n->op) {
  case EXPR_CHOICE: case EXPR_ITE: case EXPR_OR: case EXPR_AND: case EXPR_NOT:
    return true;
  default: return false;
  }
}

/* The nodes of the conjunct that are reached through connectives, with the
 * demands that each has from there, kept in `number`.  False: too many. */
static bool collect(zeq_core *c, uint32_t root) {
  vec_clear(&c->work);
  vec_push(&c->work, root);
  c->nodes.items[root].number = 1;
  for (uint32_t k = 0; k < c->work.count; k++) {
    const zeq_node *n = c->nodes.items + c->work.items[k];
    if (!is_connective(n)) continue;
    for (unsigned i = 0; i < n->arity; i++) {
      if (n->slack >> i & 1) continue;
      zeq_node *below = c->nodes.items + n->arg[i];
      if (!below->number++) vec_push(&c->work, n->arg[i]);
    }
    if (c->work.count > limits.zeq_forget_nodes) return false;
  }
  return true;
}

/* A flexible condition with no other demands; UINT32_MAX: none.  What lies above
 * it must not be shared with anything outside either. */
static uint32_t find(zeq_core *c, uint32_t root) {
  uint32_t found = UINT32_MAX;
  bool is_small = collect(c, root);
  for (uint32_t k = 1; k < c->work.count; k++) {
    const zeq_node *n = c->nodes.items + c->work.items[k];
    is_small &= !is_connective(n) || n->number == n->demands;
  }
  for (uint32_t k = 0; k < c->work.count; k++) {
    zeq_node *n = c->nodes.items + c->work.items[k];
    if (is_small && k && n->is_flexible && n->width == 1 &&
        n->number == n->demands && found == UINT32_MAX)
      found = c->work.items[k];
    n->number = 0;
  }
  return found;
}

bool zeq_forget(zeq_core *c) {
  const uint32_t slots = c->roots.count - c->conjuncts.count;
  bool is_changed = false;
  for (uint32_t k = 0; k < c->conjuncts.count; k++) {
    const zeq_root *r = c->roots.items + slots + k;
    const zeq_node *n = c->nodes.items + r->node;
    if (r->is_dropped || n->is_flexible || n->demands != 1 ||
        !is_connective(n))
      continue;
    const uint32_t atom = find(c, r->node);
    if (atom == UINT32_MAX) continue;
    const expr e = c->conjuncts.items[k], x = c->nodes.items[atom].term;
    const expr with = zeq_replaced(c, e, x, expr_true(c->table));
    const expr without = zeq_replaced(c, e, x, expr_false(c->table));
    c->conjuncts.items[k] = expr_or(c->table, with, without);
    is_changed = true;
  }
  if (!is_changed) return false;
  vec_clear(&c->others);
  for (uint32_t k = 0; k < c->conjuncts.count; k++)
    vec_push(&c->others, c->conjuncts.items[k]);
  vec_clear(&c->conjuncts);
  for (uint32_t k = 0; k < c->others.count; k++)
    zeq_add_parts(c, c->others.items[k]);
  zeq_sort_once(c);
  return true;
}
