#include "exec/internal.h"


/*
 * Questions that the solver leaves open because a template's condition speaks
 * of any number of iterations.  With the number fixed nothing is left open of
 * it, so the state goes on with one number that is feasible, and the rest is
 * asked again.
 */
/* A count of a quantifier in the term that the path does not fix yet. */
static bool find_below(exec *x, const state *s, expr root, expr *count) {
  VEC(expr) stack = {0};
  bool found = false;
  vec_push(&stack, root);
  while (stack.count && !found) {
    const expr_node n = expr_get(x->t, vec_pop(&stack));
    if (n.op != EXPR_FORALL) {
      for (unsigned k = 0; k < expr_arity((expr_op) n.op); k++)
        if (expr_has(x->t, n.arg[k], EXPR_HAS_FORALL))
          vec_push(&stack, n.arg[k]);
      continue;
    }
    *count = n.arg[0];
    const uint64_t one = path_value(x->solver, &s->path, *count);
    const expr other = expr_ne(x->t, *count, expr_const(x->t, 64, one));
    found = path_may(x->solver, &s->path, other) != ANSWER_UNSAT;
  }
  vec_release(&stack);
  return found;
}

static bool find_count(exec *x, const state *s, expr *count) {
  const uint32_t conjuncts = path_count(&s->path);
  expr *all = mem_resize(NULL, conjuncts + 1, sizeof *all);
  path_conjuncts(&s->path, all);
  bool found = false;
  for (uint32_t k = conjuncts; k-- > 0 && !found;)
    if (expr_has(x->t, all[k], EXPR_HAS_FORALL))
      found = find_below(x, s, all[k], count);
  free(all);
  return found;
}

/* The other numbers, which ask again.  Whether there are any may be open, too:
 * then the state remembers where to go on. */
static void put_off(exec *x, state *s, expr count, uint64_t iterations) {
  const expr more = expr_binary(x->t, EXPR_ULT,
                                expr_const(x->t, 64, iterations), count);
  const answer a = path_may(x->solver, &s->path, more);
  if (a == ANSWER_UNSAT) return;
  state *rest = exec_split(x, s);
  if (a == ANSWER_SAT) path_assume(x->solver, &rest->path, more);
  rest->fixing = count;
  rest->iterations_tried = iterations + 1;
  x->stats.forks++;
  if (x->o.max_forks && x->stats.forks > x->o.max_forks)
    exec_finish(x, rest, OUTCOME_CUT_FORKS, NULL);
  else
    exec_hand_on(x, rest, s);
}

/* Iterations of a template that are tried one by one: 4,096 queries are 60 ms at PRICE_QUERY. */
enum { MOST_TRIED = 4096 };

/* Fixes a number of iterations; false: none is open, or too many are. */
static bool fix_iterations(exec *x, state *s) {
  expr count = {0};
  if (x->is_twin || solver_is_spent(x->solver) || !find_count(x, s, &count))
    return false;
  const uint64_t from = expr_same(s->fixing, count) ? s->iterations_tried : 0;
  for (uint64_t k = from; k < MOST_TRIED; k++) {
    if (x->o.stop && *x->o.stop) return false;
    const expr same = expr_eq(x->t, count, expr_const(x->t, 64, k));
    switch (path_may(x->solver, &s->path, same)) {
    case ANSWER_UNSAT: continue;
    case ANSWER_UNKNOWN: return false;
    case ANSWER_SAT: break;
    }
    x->stats.iterations_fixed++;
    put_off(x, s, count, k);
    return path_assume(x->solver, &s->path, same) == ANSWER_SAT;
  }
  return false;
}

void exec_ask(exec *x, state *s, expr condition, answer *holds,
              answer *fails) {
  do path_branch(x->solver, &s->path, condition, holds, fails);
  while ((*holds == ANSWER_UNKNOWN || *fails == ANSWER_UNKNOWN) &&
         fix_iterations(x, s));
}
