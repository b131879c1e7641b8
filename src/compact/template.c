#include "compact/template.h"

#include "base/limits.h"
#include "compact/asked.h"
#include "compact/write.h"
#include "exec/fields.h"
#include "lazy/lazy.h"

#include <assert.h>

static expr conjunction(expr_table *t, const carried_list *l,
                        const condition_list *all, expr n) {
  expr e = expr_true(t);
  for (uint32_t k = 0; k < all->count; k++)
    e = expr_and(t, e, closed_at(t, l, all->items[k], n));
  return e;
}

/* The number of iterations is at most so large: it gets a symbol of just as
 * many bits, and what was said of the old one is said of it. */
static bool narrow(forall *f, const path *before, uint64_t most) {
  expr_table *t = f->table;
  unsigned bits = 1;
  while (bits < 64 && most >> bits) bits++;
  const uint32_t from = path_count(before), count = path_count(&f->path);
  const uint32_t old = (uint32_t) expr_get(t, f->n).imm;
  const expr n = expr_zext(
      t, expr_symbol(t, expr_new_symbol(t, SYMBOL_FRESH, bits, "iterations")),
      64);
  assert(from <= count && expr_get(t, f->n).op == EXPR_VAR);
  expr *all = mem_resize(NULL, count + 1, sizeof *all);
  path_conjuncts(&f->path, all);
  path to = path_copy(*before);
  expr known = expr_true(t);
  for (uint32_t k = from; k < count; k++)
    known = expr_and(t, known, expr_substitute(t, all[k], &old, &n, 1));
  free(all);
  const bool is_known = path_assume(f->solver, &to, known) == ANSWER_SAT;
  path_release(&f->path);
  f->path = to;
  f->n = n;
  return is_known;
}

/* What is left is said of all iterations by a quantifier. */
static refusal quantify(forall *f, const condition_list *rest) {
  expr_table *t = f->table;
  const uint32_t bound = expr_new_symbol(t, SYMBOL_FRESH, 64, "iteration");
  expr all = expr_true(t);
  for (uint32_t k = 0; k < rest->count; k++) {
    const expr condition = closed_at(t, f->carried, rest->items[k],
                                     expr_symbol(t, bound));
    if (expr_has(t, condition, EXPR_HAS_FLOAT)) return REFUSED_FORALL;
    all = expr_and(t, all, expr_forall(t, bound, f->n, condition));
  }
  return path_assume(f->solver, &f->path, all) == ANSWER_SAT
             ? REFUSED_NONE : REFUSED_UNKNOWN;
}

/* ... or iteration by iteration, if few iterations can be meant. */
static refusal expand(forall *f, const path *before,
                      const condition_list *rest, uint64_t most_iterations) {
  expr_table *t = f->table;
  uint64_t low, high;
  if (!rest->count) return REFUSED_NONE;
  const expr most = expr_const(t, 64, most_iterations);
  if (!forall_follows(f, expr_binary(t, EXPR_ULE, f->n, most)))
    return quantify(f, rest);
  path_range(f->solver, &f->path, f->n, true, &low, &high);
  if (high > most_iterations) high = most_iterations;   /* it was interrupted */
  if (!narrow(f, before, high)) return REFUSED_UNKNOWN;
  expr all = expr_true(t);
  for (uint64_t k = 0; k < high; k++) {
    const expr number = expr_const(t, 64, k);
    all = expr_and(t, all,
                   expr_or(t, expr_binary(t, EXPR_ULE, f->n, number),
                           conjunction(t, f->carried, rest, number)));
  }
  return path_assume(f->solver, &f->path, all) == ANSWER_SAT
             ? REFUSED_NONE : REFUSED_UNKNOWN;
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

/* Instructions of n iterations.  So many iterations that the product would wrap
 * round, and look like few, count as more than any run has. */
static expr length_of(expr_table *t, const iteration *w, expr n) {
  assert(w->instructions && expr_width(t, n) == 64);
  const expr most = expr_const(t, 64, UINT64_C(1) << 40);
  const expr all = expr_binary(t, EXPR_MUL, n,
                               expr_const(t, 64, w->instructions));
  return expr_ite(t, expr_binary(t, EXPR_ULE, n, most), all,
                  expr_const(t, 64, UINT64_C(1) << 56));
}

static void advance_skipped(expr_table *t, const iteration *w, expr n,
                            state *s) {
  const expr length = length_of(t, w, n);
  s->skipped = s->skipped.id ? expr_binary(t, EXPR_ADD, s->skipped, length)
                             : length;
}

/* What exec/state.def says of any number of iterations.  Nothing refers to the
 * objects of blocks that began in them, so what counts those is as after one. */
#define ADVANCE_KEPT(F, KIND)
#define ADVANCE_CLOSED(F, KIND)
#define ADVANCE_SET(F, KIND)
#define ADVANCE_ITERATED(F, KIND) \
  RELEASE_##KIND(F) \
  s->F = w->end->F; \
  COPY_##KIND(F)

/* The state after n iterations. */
static void advance(exec *x, const iteration *w, const carried_list *l, expr n,
                    state *s) {
  expr_table *t = exec_table(x);
  for (uint32_t k = 0; k < l->count; k++) {
    const carried *c = l->items + k;
    expr e = closed_value(t, l, c, n);
    if (c->origin.id) e = expr_binary(t, EXPR_ADD, c->origin, e);
    assert(expr_width(t, e) == c->width);
    const value v = value_from(t, e);
    if (!c->name) state_own_top(s)->regs[c->reg] = v;
    else
      object_store(memory_own(&s->memory, exec_names(x), c->name), t,
                   c->offset, c->bytes, v);
  }
  advance_skipped(t, w, n, s);
#define FIELD(OWNER, TYPE, NAME, KIND, FILE, JOIN, COMPARE, ITERATION, ADVANCE) \
  ADVANCE_##ADVANCE(NAME, KIND)
#include "exec/state.def"
}

/* The way's condition holds as long as nothing outside the loop changes: the
 * loop is never left if it holds at first. */
static bool is_invariant(expr_table *t, const iteration *w,
                         const carried_list *l) {
  for (uint32_t k = 0; k < w->condition.count; k++)
    if (carried_occurs(t, l, w->condition.items[k])) return false;
  return true;
}

/* The number of iterations is a term: the path stays as it is, but for runs
 * that never leave. */
static refusal take_solved(forall *f, path *to, expr *iterations,
                           bool *is_endless, expr *stays) {
  const expr never = expr_const(f->table, 64, FORALL_NEVER);
  *is_endless = !f->iterations.id;
  *iterations = f->iterations;
  if (*is_endless || !f->may_be_endless) return REFUSED_NONE;
  *stays = expr_eq(f->table, *iterations, never);
  switch (path_assume(f->solver, to, expr_ne(f->table, *iterations, never))) {
  case ANSWER_SAT: return REFUSED_NONE;
  case ANSWER_UNSAT: *is_endless = true; return REFUSED_NONE;
  case ANSWER_UNKNOWN: break;
  }
  return REFUSED_UNKNOWN;
}

/* One application as it is worked out. */
typedef struct attempt {
  exec *exec;
  const iteration *way;
  carried_list *carried;
  const template_rules *rules;
  asked asked;
  condition_list condition;     /* of an iteration of the template */
  bool is_concrete;             /* the first iteration is decided */
  forall all;
  path path;                    /* of the state after the iterations */
  expr iterations;
} attempt;

/* The number of iterations is a symbol: each of them can be taken, and the next
 * one cannot. */
static refusal take_symbol(attempt *a, const condition_list *rest,
                           bool *is_endless, bool *may_stay) {
  assert(!*is_endless && !*may_stay);
  forall *f = &a->all;
  expr_table *t = f->table;
  const refusal r = expand(f, &a->path, rest, a->rules->most_spelled_out);
  a->iterations = f->n;
  if (r != REFUSED_NONE) return r;
  /* Who never leaves takes as many iterations as there are numbers. */
  *may_stay = !forall_follows(f, expr_ne(t, f->n, expr_const(t, 64, FORALL_NEVER)));
  expr more = conjunction(t, f->carried, &a->way->condition, f->n);
  more = asked_advance(&a->asked, t, more);
  if (expr_has(t, more, EXPR_HAS_UNINIT) ||
      has_uninit(t, &f->path, path_count(&a->path)))
    return REFUSED_UNDEFINED;
  switch (path_assume(f->solver, &f->path, expr_not(t, more))) {
  case ANSWER_SAT:
    path_release(&a->path);
    a->path = path_copy(f->path);
    return REFUSED_NONE;
  case ANSWER_UNSAT: *is_endless = true; return REFUSED_NONE;
  case ANSWER_UNKNOWN: break;
  }
  return REFUSED_UNKNOWN;
}

/* Conditions on inputs of the iteration itself: they are met in each iteration
 * if they are in one. */
static bool assume_asked(attempt *a, condition_list *rest) {
  forall *f = &a->all;
  expr_table *t = f->table;
  const expr none = expr_eq(t, f->n, expr_const(t, 64, 0));
  for (uint32_t k = 0; k < a->way->condition.count; k++) {
    const expr own = a->condition.items[k];
    if (expr_same(own, a->way->condition.items[k])) {
      vec_push(rest, own);
      continue;
    }
    f->is_solved = false;
    if (path_assume(f->solver, &f->path, expr_or(t, none, own)) != ANSWER_SAT)
      return false;
  }
  return true;
}

/* The path after the iterations, and their number. */
static refusal count_iterations(attempt *a, application *out) {
  forall *f = &a->all;
  expr_table *t = f->table;
  condition_list rest = {0};
  refusal r = assume_asked(a, &rest) && forall_eliminate(f, &rest)
                  ? REFUSED_NONE : REFUSED_UNKNOWN;
  if (r == REFUSED_NONE &&
      !(write_solve(f, a->carried) && closed_solve(t, a->carried)))
    r = REFUSED_SHAPE;
  const bool is_solved = r == REFUSED_NONE && !rest.count && f->is_solved &&
                         !(f->iterations.id && expr_has(t, f->iterations,
                                                   EXPR_HAS_UNINIT));
  a->iterations = f->n;
  if (is_solved) {
    uint64_t count = 0;
    r = take_solved(f, &a->path, &a->iterations, &out->is_endless, &out->stays);
    if (a->is_concrete && !out->is_endless && r == REFUSED_NONE &&
        !(expr_value(t, a->iterations, &count) && count >= limits.compact_many))
      r = REFUSED_CONCRETE;
  } else if (r == REFUSED_NONE) {
    r = a->is_concrete ? REFUSED_CONCRETE
                       : take_symbol(a, &rest, &out->is_endless, &out->may_stay);
  }
  vec_release(&rest);
  return r;
}

/* Whether the way can be taken from the state at all, and what it does. */
static refusal begin(attempt *a, prober *p, const state *s, application *out) {
  expr_table *t = exec_table(a->exec);
  const iteration *w = a->way;
  carried_list *l = a->carried;
  iteration_set_next(p, w, l);
  if (!asked_init(&a->asked, a->exec, w, l, s)) return REFUSED_ASKS;
  for (uint32_t k = 0; k < w->condition.count; k++)
    vec_push(&a->condition, asked_repeat(&a->asked, t, w->condition.items[k]));
  assert(a->condition.count == w->condition.count);
  out->first = conjunction(t, l, &a->condition, expr_const(t, 64, 0));
  a->is_concrete = expr_is_true(t, out->first);
  if (expr_has(t, out->first, EXPR_HAS_UNINIT)) return REFUSED_UNDEFINED;
  out->is_endless = a->is_concrete && is_invariant(t, w, l);
  if (out->is_endless) return REFUSED_NONE;
  if (!a->is_concrete &&
      path_may(exec_solver(a->exec), &s->path, out->first) != ANSWER_SAT)
    return REFUSED_LEAVES;
  for (uint32_t k = 0; k < l->count; k++) {
    carried *c = l->items + k;
    if (!c->next.id) return REFUSED_UNDEFINED;
    c->next = asked_repeat(&a->asked, t, c->next);
  }
  if (closed_solve(t, l)) return REFUSED_NONE;
  for (uint32_t k = 0; k < l->count; k++)
    if (l->items[k].kind == CLOSED_NONE && write_is_candidate(t, l->items + k))
      return REFUSED_NONE;
  return a->is_concrete ? REFUSED_CONCRETE : REFUSED_SHAPE;
}

application template_apply(prober *p, exec *x, const iteration *w,
                           carried_list *l, state *s,
                           const template_rules *rules) {
  expr_table *t = exec_table(x);
  application out = {.refusal = w->refusal};
  if (out.refusal != REFUSED_NONE) return out;
  attempt a = {.exec = x, .way = w, .carried = l, .rules = rules};
  out.refusal = begin(&a, p, s, &out);
  if (out.refusal == REFUSED_NONE && !out.is_endless) {
    const uint32_t symbol = expr_new_symbol(t, SYMBOL_FRESH, 64, "iterations");
    forall_init(&a.all, t, exec_solver(x), l, expr_symbol(t, symbol),
                &s->path);
    a.all.body = &w->end->path;
    a.path = path_copy(s->path);
    out.refusal = count_iterations(&a, &out);
    forall_release(&a.all);
    if (out.refusal == REFUSED_NONE && !out.is_endless) {
      path_release(&s->path);
      s->path = a.path;
      advance(x, w, l, a.iterations, s);
      exec_log_iterations(x, s, a.iterations, a.asked.inputs.items,
                     a.asked.firsts.items, a.asked.inputs.count);
    } else {
      path_release(&a.path);
    }
  }
  if (out.refusal == REFUSED_NONE)
    lazy_note_calls(x, w->end->made, s->made);
  asked_release(&a.asked);
  vec_release(&a.condition);
  return out;
}
