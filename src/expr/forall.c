#include "expr/table.h"

#include "base/limits.h"
#include "expr/varset.h"

#include <assert.h>

static expr spelled_out(expr_table *t, uint32_t symbol, uint64_t count,
                        expr condition) {
  expr all = expr_true(t);
  for (uint64_t k = 0; k < count; k++) {
    const expr value = expr_const(t, 64, k);
    all = expr_and(t, all, expr_substitute(t, condition, &symbol, &value, 1));
  }
  return all;
}

/* Instances of a quantifier that is a conjunction: as many as the solver makes of one at once
 * (solver/instances.c). */
enum { MOST_SPELLED = SIZED(8, 1) };

/* It is not lifted into diagrams, nor rewritten: the symbol must stay inside. */
expr expr_forall(expr_table *t, uint32_t symbol, expr count, expr condition) {
  assert(expr_symbol_width(t, symbol) == 64 && expr_width(t, count) == 64);
  assert(expr_width(t, condition) == 1);
  assert(!varset_contains(t, varset_of(t, count), symbol));
  uint64_t known;
  if (expr_is_true(t, condition)) return condition;
  if (!varset_contains(t, varset_of(t, condition), symbol))
    return expr_or(t, expr_eq(t, count, expr_const(t, 64, 0)), condition);
  if (expr_value(t, count, &known) && known <= MOST_SPELLED)
    return spelled_out(t, symbol, known, condition);
  const expr_node n = {.op = EXPR_FORALL, .width = 1, .imm = symbol,
                       .arg = {count, condition}};
  return table_intern(t, &n, table_key(t, &n));
}

expr expr_instance(expr_table *t, expr forall, expr value) {
  const expr_node n = expr_get(t, forall);
  const uint32_t symbol = (uint32_t) n.imm;
  assert(n.op == EXPR_FORALL);
  return expr_substitute(t, n.arg[1], &symbol, &value, 1);
}
