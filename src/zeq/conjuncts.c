#include "zeq/graph.h"

/* The conjuncts of a constraint, each on its own and each once. */
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

void zeq_flatten(zeq_core *c, const zeq_constraint *from) {
  vec_clear(&c->conjuncts);
  for (uint32_t k = 0; k < from->conjuncts.count; k++)
    zeq_add_parts(c, from->conjuncts.items[k]);
  zeq_sort_once(c);
  vec_clear(&c->slot_terms);
  for (uint32_t k = 0; k < from->slots.count; k++)
    vec_push(&c->slot_terms, from->slots.items[k].is_any
                                 ? (expr) {0} : from->slots.items[k].term);
}
