#include "compact/template.h"

enum {
  MAX_EXPANSION = 64,           /* turns that are spelled out one by one */
  MANY = 1024,                  /* turns that are not run though they could be */
};

static expr conjunction(expr_table *t, const carried_list *l,
                        const condition_list *all, expr n) {
  expr e = expr_true(t);
  for (uint32_t k = 0; k < all->count; k++)
    e = expr_and(t, e, closed_at(t, l, all->items[k], n));
  return e;
}

/* What is left is said turn by turn, if few turns can be meant. */
static refusal expand(forall *f, const condition_list *rest) {
  expr_table *t = f->table;
  uint64_t low, high;
  if (!rest->count) return REFUSED_NONE;
  path_range(f->solver, &f->path, f->n, true, &low, &high);
  if (high > MAX_EXPANSION) return REFUSED_FORALL;
  for (uint64_t k = 0; k < high; k++) {
    const expr number = expr_const(t, 64, k);
    const expr e = expr_or(t, expr_binary(t, EXPR_ULE, f->n, number),
                           conjunction(t, f->carried, rest, number));
    if (path_assume(f->solver, &f->path, e) != ANSWER_SAT)
      return REFUSED_UNKNOWN;
  }
  return REFUSED_NONE;
}

/* Decisions on missing definitions are for the executor to find. */
static bool has_uninit(const expr_table *t, const path *p, uint32_t from) {
  const uint32_t count = path_count(p);
  bool found = false;
  expr *all = mem_resize(NULL, count + 1, sizeof *all);
  path_conjuncts(p, all);
  for (uint32_t k = from; k < count; k++)
    found |= expr_has(t, all[k], EXPR_HAS_UNINIT);
  free(all);
  return found;
}

/* The state after n turns. */
static void advance(exec *x, const turn *w, const carried_list *l, expr n,
                    state *s) {
  expr_table *t = exec_table(x);
  for (uint32_t k = 0; k < l->count; k++) {
    const carried *c = l->items + k;
    expr e = closed_value(t, l, c, n);
    if (c->origin.id) e = expr_binary(t, EXPR_ADD, c->origin, e);
    const value v = value_from(t, e);
    if (!c->name) state_own_top(s)->regs[c->reg] = v;
    else
      object_store(memory_own(&s->memory, exec_names(x), c->name), t,
                   c->offset, c->bytes, v);
  }
  const expr length = expr_binary(t, EXPR_MUL, n,
                                  expr_const(t, 64, w->instructions));
  s->skipped = s->skipped.id ? expr_binary(t, EXPR_ADD, s->skipped, length)
                             : length;
  s->calls = w->end->calls;
}

/* The way's condition holds as long as nothing outside the loop changes: the
 * loop is never left if it holds at first. */
static bool is_invariant(expr_table *t, const turn *w, const carried_list *l) {
  for (uint32_t k = 0; k < w->condition.count; k++)
    if (carried_occurs(t, l, w->condition.items[k])) return false;
  return true;
}

/* The number of turns is a term: the path stays as it is, but for runs that
 * never leave. */
static refusal take_solved(forall *f, path *to, expr *turns,
                           bool *is_endless) {
  const expr never = expr_const(f->table, 64, FORALL_NEVER);
  *is_endless = !f->turns.id;
  *turns = f->turns;
  if (*is_endless || !f->may_be_endless) return REFUSED_NONE;
  switch (path_assume(f->solver, to, expr_ne(f->table, *turns, never))) {
  case ANSWER_SAT: return REFUSED_NONE;
  case ANSWER_UNSAT: *is_endless = true; return REFUSED_NONE;
  case ANSWER_UNKNOWN: break;
  }
  return REFUSED_UNKNOWN;
}

/* The number of turns is a symbol: each of them can be taken, and the next one
 * cannot. */
static refusal take_symbol(forall *f, const turn *w, const condition_list *rest,
                           path *to, bool *is_endless) {
  expr_table *t = f->table;
  const refusal r = expand(f, rest);
  if (r != REFUSED_NONE) return r;
  const expr more = conjunction(t, f->carried, &w->condition, f->n);
  if (expr_has(t, more, EXPR_HAS_UNINIT) ||
      has_uninit(t, &f->path, path_count(to)))
    return REFUSED_UNDEFINED;
  switch (path_assume(f->solver, &f->path, expr_not(t, more))) {
  case ANSWER_SAT:
    path_release(to);
    *to = path_copy(f->path);
    return REFUSED_NONE;
  case ANSWER_UNSAT: *is_endless = true; return REFUSED_NONE;
  case ANSWER_UNKNOWN: break;
  }
  return REFUSED_UNKNOWN;
}

/* The path after the turns, and their number. */
static refusal count_turns(forall *f, const turn *w, bool is_concrete,
                           const template_rules *rules, path *to,
                           application *a, expr *turns) {
  expr_table *t = f->table;
  condition_list rest = {0};
  for (uint32_t k = 0; k < w->condition.count; k++)
    vec_push(&rest, w->condition.items[k]);
  refusal r = forall_eliminate(f, &rest) ? REFUSED_NONE : REFUSED_UNKNOWN;
  const bool is_solved = r == REFUSED_NONE && !rest.count && f->is_solved &&
                         !(f->turns.id && expr_has(t, f->turns,
                                                   EXPR_HAS_UNINIT));
  *turns = f->n;
  if (is_solved) {
    uint64_t count = 0;
    r = take_solved(f, to, turns, &a->is_endless);
    if (is_concrete && !a->is_endless && r == REFUSED_NONE &&
        !(expr_value(t, *turns, &count) && count >= MANY))
      r = REFUSED_CONCRETE;
  } else if (r == REFUSED_NONE) {
    r = is_concrete ? REFUSED_CONCRETE
        : rules->only_solved ? REFUSED_FORALL
                             : take_symbol(f, w, &rest, to, &a->is_endless);
  }
  vec_release(&rest);
  return r;
}

application template_apply(prober *p, exec *x, const turn *w,
                           carried_list *l, state *s,
                           const template_rules *rules) {
  expr_table *t = exec_table(x);
  application a = {.refusal = w->refusal};
  if (a.refusal != REFUSED_NONE) return a;
  turn_set_next(p, w, l);
  a.first = conjunction(t, l, &w->condition, expr_const(t, 64, 0));
  const bool is_concrete = expr_is_true(t, a.first);
  if (is_concrete && is_invariant(t, w, l)) {
    a.is_endless = true;
    return a;
  }
  if (expr_has(t, a.first, EXPR_HAS_UNINIT)) a.refusal = REFUSED_UNDEFINED;
  else if (!is_concrete &&
           path_may(exec_solver(x), &s->path, a.first) != ANSWER_SAT)
    a.refusal = REFUSED_LEAVES;
  for (uint32_t k = 0; k < l->count && a.refusal == REFUSED_NONE; k++)
    if (!l->items[k].next.id) a.refusal = REFUSED_UNDEFINED;
  if (a.refusal == REFUSED_NONE && !closed_solve(t, l))
    a.refusal = is_concrete ? REFUSED_CONCRETE : REFUSED_SHAPE;
  if (a.refusal != REFUSED_NONE) return a;
  const expr n = expr_symbol(t, expr_new_symbol(t, SYMBOL_FRESH, 64, "turns"));
  expr turns;
  path to = path_copy(s->path);
  forall f;
  forall_init(&f, t, exec_solver(x), l, n, &s->path);
  a.refusal = count_turns(&f, w, is_concrete, rules, &to, &a, &turns);
  forall_release(&f);
  if (a.refusal == REFUSED_NONE && !a.is_endless) {
    path_release(&s->path);
    s->path = to;
    advance(x, w, l, turns, s);
  } else {
    path_release(&to);
  }
  return a;
}
