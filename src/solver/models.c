#include "solver/links.h"

#include "base/limits.h"

#include <assert.h>

void model_assign(solver *s, const model *m, varset vars) {
  const uint32_t count = varset_count(s->table, vars);
  const uint32_t *symbols = varset_symbols(s->table, vars);
  const bool same = m && m->vars.id == vars.id && m->stride <= 8;
  assert(!m || m->stride);
  uint64_t limbs[EXPR_MAX_LIMBS];
  for (uint32_t i = 0; i < count; i++) {
    if (same) {
      limbs[0] = 0;
      for (uint32_t j = 0; j < m->stride; j++)
        limbs[0] |= (uint64_t) m->bytes[(size_t) i * m->stride + j] << 8 * j;
      evaluator_assign(s->eval, symbols[i], limbs[0]);
      continue;
    }
    const unsigned width = expr_symbol_width(s->table, symbols[i]);
    model_get(m, s->table, symbols[i], limbs, (width + 63) / 64);
    if (width <= 64) evaluator_assign(s->eval, symbols[i], limbs[0]);
    else evaluator_assign_wide(s->eval, symbols[i], limbs);
  }
}

bool model_holds(solver *s) {
  for (uint32_t i = 0; i < s->conjuncts.count; i++)
    if (!evaluator_value(s->eval, s->conjuncts.items[i])) return false;
  return evaluator_is_exact(s->eval);
}

void models_remember(solver *s, const model *m) {
  s->recent[s->recent_next++ % SOLVER_RECENT_MODELS] = m;
}

/*
 * The newest conjunct is evaluated first: it is what the parts' own model does
 * not satisfy, so most tries end there.
 */
answer link_models(solver *s, slice *q) {
  assert(s->conjuncts.count == q->count);
  if (s->recent_tries > limits.solver_patience * (s->recent_hits + 1) &&
      s->stats.queries % limits.solver_thinned) return ANSWER_UNKNOWN;
  for (uint32_t i = 0; i < SOLVER_RECENT_MODELS; i++) {
    const model *m = s->recent[(s->recent_next - 1 - i) % SOLVER_RECENT_MODELS];
    if (!m || !varset_intersects(s->table, m->vars, q->vars)) continue;
    s->recent_tries++;
    model_assign(s, m, q->vars);
    if (!model_holds(s)) continue;
    s->recent_hits++;
    q->model = m;
    return ANSWER_SAT;
  }
  return ANSWER_UNKNOWN;
}
