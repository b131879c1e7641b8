#include "solver/links.h"

/*
 * A conjunction outside any path: all of it is cut into slices first, then
 * each slice is asked once.
 */
typedef struct verdict { solver *s; answer a; } verdict;

/* False, which ends the walk, once one slice is refuted. */
static bool decide(void *context, slice *q) {
  verdict *v = context;
  const answer a = chain_decide(v->s, q);
  if (a != ANSWER_SAT) v->a = a;
  return a != ANSWER_UNSAT;
}

/* Adds the conjunct, cut at its conjunctions, to s->checked; false when it is
 * refuted by itself. */
static bool add(verdict *v, conjuncts *parts, idmap *seen) {
  solver *s = v->s;
  while (parts->count) {
    const expr e = vec_pop(parts);
    const expr_node n = expr_get(s->table, e);
    if (expr_is_false(s->table, e)) return false;
    if (expr_is_true(s->table, e) || *idmap_at(seen, e.id)) continue;
    *idmap_at(seen, e.id) = 1;
    if (n.op == EXPR_AND && n.width == 1) {
      vec_push(parts, n.arg[1]);
      vec_push(parts, n.arg[0]);
      continue;
    }
    slice *q = path_add_open(s, &s->checked, e);
    if (!q->vars.id && !decide(v, q)) return false;
  }
  return true;
}

answer solver_check(solver *s, const expr *items, uint32_t count) {
  const uint64_t begun = solver_begin(s);
  verdict v = {s, ANSWER_SAT};
  conjuncts parts = {0};
  idmap seen = {0};
  s->stats.queries++;
  path_release(&s->checked);
  bool possible = true;
  for (uint32_t i = 0; i < count && possible; i++) {
    vec_push(&parts, items[i]);
    possible = add(&v, &parts, &seen);
  }
  if (possible) path_each_slice(s, &s->checked, decide, &v);
  else v.a = ANSWER_UNSAT;
  vec_release(&parts);
  idmap_release(&seen);
  solver_end(s, begun);
  return v.a;
}

uint64_t solver_model_value(solver *s, expr e) {
  return path_value(s, &s->checked, e);
}

void solver_model_limbs(solver *s, expr e, uint64_t *limbs) {
  path_value_limbs(s, &s->checked, e, limbs);
}
