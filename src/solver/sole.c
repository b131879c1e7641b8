#include "solver/links.h"

#include "base/mem.h"

#include <assert.h>

/*
 * A followed input.  A condition over symbols with values is evaluated; where it has others,
 * too, the values are put in and the rest is asked about.
 */
struct sole {
  sole_input input;
  evaluator *eval;              /* with the values taken so far */
  idmap taken;                  /* symbol + 1: has its value in the evaluator */
};

void solver_follow(solver *s, const sole_input *input) {
  if (s->sole) {
    evaluator_free(s->sole->eval);
    idmap_release(&s->sole->taken);
  }
  free(s->sole);
  s->sole = NULL;
  if (!input) return;
  s->sole = mem_zeroed(1, sizeof *s->sole);
  s->sole->input = *input;
  s->sole->eval = evaluator_new(s->table);
}

static bool has_value(solver *s, uint32_t symbol) {
  struct sole *u = s->sole;
  uint64_t limbs[EXPR_MAX_LIMBS] = {0};
  if (idmap_find(&u->taken, (uint64_t) symbol + 1)) return true;
  if (!u->input.value(u->input.context, symbol, limbs)) return false;
  evaluator_assign_wide(u->eval, symbol, limbs);
  *idmap_at(&u->taken, (uint64_t) symbol + 1) = 1;
  return true;
}

static expr constant(solver *s, unsigned width, expr e) {
  uint64_t limbs[EXPR_MAX_LIMBS] = {0};
  evaluator_limbs(s->sole->eval, e, limbs);
  return expr_wide(s->table, width, limbs);
}

expr sole_term(solver *s, expr e) {
  expr_table *t = s->table;
  const varset vars = varset_of(t, e);
  const uint32_t count = varset_count(t, vars);
  uint32_t known = 0;
  for (uint32_t k = 0; k < count; k++) known += has_value(s, varset_symbols(t, vars)[k]);
  if (!known) return e;
  if (known == count) {
    const expr all = constant(s, expr_width(t, e), e);
    if (evaluator_is_exact(s->sole->eval)) return all;
  }
  uint32_t *from = mem_zeroed(known, sizeof *from), n = 0;
  expr *to = mem_zeroed(known, sizeof *to);
  for (uint32_t k = 0; k < count; k++) {
    const uint32_t symbol = varset_symbols(t, vars)[k];
    if (!has_value(s, symbol)) continue;
    from[n] = symbol;
    to[n++] = constant(s, expr_symbol_width(t, symbol), expr_symbol(t, symbol));
  }
  assert(n == known);
  const expr rest = expr_substitute(t, e, from, to, n);
  free(from);
  free(to);
  return rest;
}

expr sole_condition(solver *s, expr condition) {
  const expr rest = sole_term(s, condition);
  const struct sole *u = s->sole;
  if (u->input.decided && !expr_same(rest, condition) && expr_is_const(s->table, rest))
    u->input.decided(u->input.decided_context, expr_is_true(s->table, rest)
                                           ? condition : expr_not(s->table, condition));
  return rest;
}
