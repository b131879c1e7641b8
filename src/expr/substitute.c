#include "expr/table.h"

/*
 * Substitution keeps the results by index of the term, for this call alone,
 * and its own stack: the depth of terms is not bounded.
 */
expr expr_substitute(expr_table *t, expr e, const uint32_t *from,
                     const expr *to, uint32_t count) {
  if (e.id <= 1) return e;
  expr *result = mem_zeroed((size_t) e.id + 1, sizeof *result);
  VEC(uint32_t) stack = {0};
  vec_push(&stack, e.id);
  while (stack.count) {
    const uint32_t id = vec_last(&stack), before = stack.count;
    const expr_node n = t->nodes[id];
    const unsigned arity = table_ops[n.op].arity;
    for (unsigned i = 0; i < arity; i++)
      if (!result[n.arg[i].id].id) vec_push(&stack, n.arg[i].id);
    if (stack.count != before) continue;
    stack.count--;
    if (result[id].id) continue;
    expr x[3] = {{0}, {0}, {0}};
    bool same = true;
    for (unsigned i = 0; i < arity; i++) {
      x[i] = result[n.arg[i].id];
      same &= expr_same(x[i], n.arg[i]);
    }
    result[id] = (expr) {id};
    if (!same) result[id] = expr_rebuild(t, (expr) {id}, x);
    if (n.op != EXPR_VAR) continue;
    for (uint32_t i = 0; i < count; i++)
      if (from[i] == n.imm) result[id] = to[i];
  }
  const expr r = result[e.id];
  vec_release(&stack);
  free(result);
  return r;
}
