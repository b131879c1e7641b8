#include "exec/internal.h"

/*
 * Deciding what an unknown pointer points to, when it is followed.
 *
 * `settled` has a term for each pointer that was decided: the path says that the
 * pointer is equal to it.  Path by path that is an address.  Where states were
 * joined it is a choice of addresses, so that a later access goes to each of them
 * under its guard and nothing is decided twice; a leaf that is the symbol itself
 * stands for the inputs for which it is still open.
 *
 * A pointer that is open is decided only where it is followed: under the guard of
 * its leaf in the address.  The states that choose otherwise are inside the guard;
 * whoever is outside goes on with the last choice.
 */
enum { LEAVES = 32 };

expr exec_get_settled(const state *s, uint32_t symbol) {
  return (expr) {(uint32_t) (uintptr_t) pmap_get(&s->settled, symbol)};
}

static void set_settled(state *s, uint32_t symbol, expr e) {
  pmap_set(&s->settled, &pmap_borrowed, symbol, (void *) (uintptr_t) e.id);
}

static expr address_of(exec *x, uint32_t name) {
  return expr_const(x->t, x->p->pointer_bits,
                    (uint64_t) name << x->p->object_shift);
}

static expr choose(exec *x, expr guard, expr then, expr other) {
  expr e = {0};
  if (x->summaries) e = summary_ite(x->summaries, guard, then, other);
  return e.id ? e : expr_ite(x->t, guard, then, other);
}

/* Candidates --------------------------------------------------------------- */

typedef VEC(uint32_t) name_vector;

/* Addresses among which the term chooses. */
static void add_names(const exec *x, expr e, name_vector *to) {
  uint64_t bits;
  if (expr_value(x->t, e, &bits)) {
    const uint32_t name = (uint32_t) (bits >> x->p->object_shift);
    for (uint32_t k = 0; k < to->count; k++)
      if (to->items[k] == name) return;
    if (name) vec_push(to, name);
    return;
  }
  const expr_node n = expr_get(x->t, e);
  if (n.op != EXPR_ITE && n.op != EXPR_CHOICE) return;
  add_names(x, n.arg[1], to);
  add_names(x, n.arg[2], to);
}

typedef struct collecting { const exec *x; name_vector *names; } collecting;

static bool collect(void *context, uint32_t symbol, void *term) {
  collecting *c = context;
  (void) symbol;
  add_names(c->x, (expr) {(uint32_t) (uintptr_t) term}, c->names);
  return true;
}

static expr is_name(exec *x, uint32_t symbol, uint32_t name) {
  return expr_eq(x->t, expr_symbol(x->t, symbol), address_of(x, name));
}

/* The names that the pointer may be the address of where the guard holds: its own
 * object's, null's, those of earlier objects of the same type. */
static void candidates(exec *x, state *s, uint32_t symbol, expr guard,
                       name_vector *out) {
  lazy_pointer *p = exec_pointer_of(x, symbol);
  name_vector earlier = {0};
  if (p->depth <= x->o.lazy_depth) vec_push(out, exec_name_pointed(x, p));
  if (x->o.lazy_null) vec_push(out, 0);
  if (x->o.lazy_alias)
    pmap_each(&s->settled, collect, &(collecting) {x, &earlier});
  for (uint32_t k = 0; k < earlier.count; k++) {
    const name_info *info = names_info(x->names, earlier.items[k]);
    if (info && info->kind == OBJECT_LAZY && earlier.items[k] != p->name &&
        x->lazy->pointers.items[info->site - 1].type == p->type)
      vec_push(out, earlier.items[k]);
  }
  vec_release(&earlier);
  uint32_t kept = 0;
  for (uint32_t k = 0; k < out->count; k++) {
    const expr same = expr_and(x->t, guard,
                               is_name(x, symbol, out->items[k]));
    if (path_may(x->solver, &s->path, same) != ANSWER_UNSAT)
      out->items[kept++] = out->items[k];
  }
  out->count = kept;
}

/* Decisions ---------------------------------------------------------------- */

typedef enum decision {
  DECIDED,
  DECISION_OPEN,                /* it is none of them: its value decides */
  DECISION_ENDED
} decision;

/* The state is inside of the guard, or outside; whoever is born is the other. */
static fork_result enter_guard(exec *x, state *s, expr guard) {
  const way here = {s->pc, NO_EDGE};
  return expr_is_true(x->t, guard) ? FORK_TRUE
                                   : exec_fork(x, s, guard, here, here);
}

/* It is this one wherever the guard holds. */
static decision take_last(exec *x, state *s, uint32_t symbol, expr guard,
                          uint32_t name) {
  const expr old = exec_get_settled(s, symbol);
  const expr other = old.id ? old : expr_symbol(x->t, symbol);
  expr all = address_of(x, name);
  if (!expr_is_true(x->t, guard))
    all = summary_ite(x->summaries, guard, all, other);
  if (!all.id) {                /* too large: what is outside goes its own way */
    switch (enter_guard(x, s, guard)) {
    case FORK_ENDED: return DECISION_ENDED;
    case FORK_FALSE: return DECIDED;
    case FORK_TRUE: break;
    }
    guard = expr_true(x->t);
    all = address_of(x, name);
  }
  const expr same = is_name(x, symbol, name);
  if (!exec_assume(x, s, expr_or(x->t, expr_not(x->t, guard), same)))
    return DECISION_ENDED;
  set_settled(s, symbol, all);
  return DECIDED;
}

static decision settle(exec *x, state *s, uint32_t symbol, expr guard) {
  const way here = {s->pc, NO_EDGE};
  const bool is_deep = exec_pointer_of(x, symbol)->depth > x->o.lazy_depth;
  name_vector list = {0};
  candidates(x, s, symbol, guard, &list);
  decision result = DECISION_OPEN;
  bool chosen = !list.count && !is_deep;
  for (uint32_t k = 0; !chosen && k < list.count; k++) {
    const uint32_t name = list.items[k];
    if (k + 1 == list.count && !is_deep) {
      chosen = true;
      result = take_last(x, s, symbol, guard, name);
      continue;
    }
    const expr same = expr_and(x->t, guard, is_name(x, symbol, name));
    const fork_result side = exec_fork(x, s, same, here, here);
    if (side == FORK_FALSE) continue;
    chosen = true;
    result = side == FORK_TRUE ? DECIDED : DECISION_ENDED;
    if (side == FORK_TRUE) set_settled(s, symbol, address_of(x, name));
  }
  vec_release(&list);
  if (chosen) return result;
  switch (enter_guard(x, s, guard)) {
  case FORK_ENDED: return DECISION_ENDED;
  case FORK_FALSE: return DECIDED;
  case FORK_TRUE: break;
  }
  exec_finish(x, s, OUTCOME_CUT_LAZY,
              "pointers to be followed deeper than --lazy-depth");
  return DECISION_ENDED;
}

/* Addresses ---------------------------------------------------------------- */

typedef struct leaf { expr term, guard; } leaf;
typedef VEC(leaf) leaf_list;

static bool add_leaf(void *context, expr term, expr guard) {
  vec_push((leaf_list *) context, ((leaf) {term, guard}));
  return true;
}

/* The leaves of a summary, or the term as the only one if it is none, or has too
 * many. */
static void leaves_of(exec *x, expr e, leaf_list *out) {
  if (!summary_is_leaf(x->t, e) && x->summaries &&
      summary_leaves(x->summaries, e, LEAVES) < LEAVES &&
      summary_each_leaf(x->summaries, e, LEAVES, add_leaf, out))
    return;
  vec_clear(out);
  vec_push(out, ((leaf) {e, expr_true(x->t)}));
}

enum { ANY = UINT32_MAX };

/* Choices are put in once, where they are news: their conditions may speak of
 * pointers again. */
static bool is_news(const exec *x, uint32_t symbol, expr settled,
                    uint32_t decided) {
  uint64_t bits;
  return settled.id && (decided == ANY || decided == symbol ||
                        expr_value(x->t, settled, &bits));
}

static expr substitute_leaf(exec *x, const state *s, expr e,
                            uint32_t decided) {
  const varset set = varset_of(x->t, e);
  const uint32_t count = varset_count(x->t, set);
  VEC(uint32_t) from = {0};
  VEC(expr) to = {0};
  for (uint32_t k = 0; k < count; k++) {
    const uint32_t symbol = varset_symbols(x->t, set)[k];
    const expr settled = exec_get_settled(s, symbol);
    if (!is_news(x, symbol, settled, decided)) continue;
    vec_push(&from, symbol);
    vec_push(&to, settled);
  }
  if (from.count)
    e = expr_substitute(x->t, e, from.items, to.items, from.count);
  vec_release(&from);
  vec_release(&to);
  return e;
}

/* The address with what is settled in place of the pointer just decided, or of ANY,
 * as far as the path allows.  Leaf by leaf: a diagram stays one. */
static expr substitute(exec *x, const state *s, expr e, uint32_t decided) {
  leaf_list leaves = {0};
  bool changed = false;
  leaves_of(x, e, &leaves);
  for (uint32_t k = 0; k < leaves.count; k++) {
    leaf *one = leaves.items + k;
    const expr now = substitute_leaf(x, s, one->term, decided);
    changed |= !expr_same(now, one->term);
    one->term = now;
  }
  if (changed) e = leaves.items[0].term;
  for (uint32_t k = 1; changed && k < leaves.count; k++)
    e = choose(x, leaves.items[k].guard, leaves.items[k].term, e);
  vec_release(&leaves);
  return exec_restrict(x, s, e);
}

expr exec_substitute_settled(exec *x, const state *s, expr e, bool *is_open) {
  *is_open = false;
  if (!x->lazy->pointers.count) return e;
  e = substitute_leaf(x, s, e, ANY);
  const varset set = varset_of(x->t, e);
  for (uint32_t k = 0; k < varset_count(x->t, set); k++)
    *is_open |= exec_pointer_of(x, varset_symbols(x->t, set)[k]) != NULL;
  return e;
}

/* What is still to be decided of an address. */
typedef struct search {
  VEC(uint32_t) passed;         /* pointers whose value decides */
  VEC(expr) absent;             /* guards of leaves that cannot be */
  uint32_t symbol;
  expr guard;                   /* of the leaf in which that is open */
} search;

static bool is_passed(const search *w, uint32_t symbol) {
  for (uint32_t k = 0; k < w->passed.count; k++)
    if (w->passed.items[k] == symbol) return true;
  return false;
}

static bool is_absent(const search *w, expr guard) {
  for (uint32_t k = 0; k < w->absent.count; k++)
    if (expr_same(w->absent.items[k], guard)) return true;
  return false;
}

static bool find_in(const exec *x, const leaf *one, search *w) {
  const varset set = varset_of(x->t, one->term);
  if (is_absent(w, one->guard)) return false;
  for (uint32_t k = 0; k < varset_count(x->t, set); k++) {
    w->symbol = varset_symbols(x->t, set)[k];
    w->guard = one->guard;
    if (exec_pointer_of(x, w->symbol) && !is_passed(w, w->symbol))
      return true;
  }
  return false;
}

static bool find_open(exec *x, expr e, search *w) {
  leaf_list leaves = {0};
  bool found = false;
  leaves_of(x, e, &leaves);
  for (uint32_t k = 0; k < leaves.count && !found; k++)
    found = find_in(x, leaves.items + k, w);
  vec_release(&leaves);
  return found;
}

bool exec_decide(exec *x, state *s, expr *e) {
  if (!x->lazy->pointers.count) return true;
  search w = {0};
  bool lives = true;
  *e = substitute(x, s, *e, ANY);
  while (lives && find_open(x, *e, &w)) {
    if (!expr_is_true(x->t, w.guard) &&
        path_may(x->solver, &s->path, w.guard) == ANSWER_UNSAT) {
      vec_push(&w.absent, w.guard);
      continue;
    }
    switch (settle(x, s, w.symbol, w.guard)) {
    case DECIDED: *e = substitute(x, s, *e, w.symbol); break;
    case DECISION_OPEN: vec_push(&w.passed, w.symbol); break;
    case DECISION_ENDED: lives = false; break;
    }
  }
  vec_release(&w.passed);
  vec_release(&w.absent);
  return lives;
}
