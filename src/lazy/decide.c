#include "lazy/internal.h"


#include <assert.h>

/*
 * Deciding what an unknown pointer points to, when it is followed.
 *
 * `settled` has a term for each pointer that was decided: the path says that the
 * pointer is equal to it.  Path by path that is an address.  Where states were
 * joined it is a choice of addresses, so that a later access goes to each of them
 * under its guard and nothing is decided twice; a leaf that is the symbol itself
 * denotes the inputs for which it is still open.
 *
 * A pointer that is open is decided only where it is followed: under the guard of
 * its leaf in the address.  The states that choose otherwise are inside the guard;
 * a state outside goes on with the last choice.
 */
expr lazy_get_settled(const state *s, uint32_t symbol) {
  return (expr) {(uint32_t) (uintptr_t) pmap_get(&s->settled, symbol)};
}

static void set_settled(state *s, uint32_t symbol, expr e) {
  assert(e.id > EXPR_UNDEFINED.id);
  pmap_set(&s->settled, &pmap_borrowed, symbol, (void *) (uintptr_t) e.id);
}

static expr address_of(exec *x, uint32_t name) {
  return expr_const(x->t, x->p->pointer_bits,
                    (uint64_t) name << x->p->object_shift);
}

static expr choose(exec *x, expr guard, expr then, expr other) {
  assert(expr_width(x->t, guard) == 1 && expr_width(x->t, then) == expr_width(x->t, other));
  expr e = {0};
  if (x->strategy.summaries)
    e = summary_ite(x->strategy.summaries, guard, then, other);
  return e.id ? e : expr_ite(x->t, guard, then, other);
}

/* Candidates --------------------------------------------------------------- */

typedef VEC(uint32_t) name_vector;

static void add_name(name_vector *to, uint32_t name) {
  for (uint32_t k = 0; k < to->count; k++)
    if (to->items[k] == name) return;
  if (name) vec_push(to, name);
}

/* Addresses among which the term chooses; each part of it is seen once. */
static void add_names(const exec *x, expr e, name_vector *to) {
  lazy_table *l = x->lazy;
  uint64_t bits;
  if (expr_value(x->t, e, &bits)) {
    add_name(to, (uint32_t) (bits >> x->p->object_shift));
    return;
  }
  const expr_node n = expr_get(x->t, e);
  if (n.op != EXPR_ITE && n.op != EXPR_CHOICE) return;
  while (l->seen.count <= e.id) vec_push(&l->seen, 0);
  if (l->seen.items[e.id] == l->stamp) return;
  l->seen.items[e.id] = l->stamp;
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

/* An earlier object is there only where the pointer that it was made for points to
 * it: elsewhere that pointer may need it, and would be left with nothing. */
static expr is_candidate(exec *x, uint32_t symbol, uint32_t name) {
  const name_info *info = names_info(x->names, name);
  const expr same = is_name(x, symbol, name);
  if (!name || !info) return same;
  const uint32_t own = x->lazy->pointers.items[info->site - 1].symbol;
  return own == symbol ? same : expr_and(x->t, same, is_name(x, own, name));
}

/* The names that the pointer may be the address of where the guard holds: its own
 * object's, null's, those of earlier objects of the same type. */
static void candidates(exec *x, state *s, uint32_t symbol, expr guard,
                       name_vector *out) {
  lazy_pointer *p = lazy_pointer_of(x, symbol);
  name_vector earlier = {0};
  x->lazy->stamp++;
  if (p->depth <= x->o.lazy_depth) vec_push(out, lazy_name_pointed(x, p));
  if (x->o.lazy_null) vec_push(out, 0);
  if (x->o.lazy_alias) {
    pmap_each(&s->settled, collect, &(collecting) {x, &earlier});
    /* (p == X ? X : p) may have been rewritten to p. */
    for (const made *m = s->made; m; m = m->before)
      if (m->kind == MADE_OBJECT) add_name(&earlier, m->object);
  }
  for (uint32_t k = 0; k < earlier.count; k++) {
    const name_info *info = names_info(x->names, earlier.items[k]);
    if (info && info->kind == OBJECT_LAZY && earlier.items[k] != p->name &&
        x->lazy->pointers.items[info->site - 1].type == p->type)
      vec_push(out, earlier.items[k]);
  }
  assert(p->symbol == symbol);
  vec_release(&earlier);
  uint32_t kept = 0;
  for (uint32_t k = 0; k < out->count; k++) {
    const expr same = expr_and(x->t, guard,
                               is_candidate(x, symbol, out->items[k]));
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

/* The state is inside of the guard, or outside; the one that is born is the
 * other. */
static fork_result enter_guard(exec *x, state *s, expr guard) {
  const way here = {s->pc, NO_EDGE};
  return expr_is_true(x->t, guard) ? FORK_TRUE
                                   : exec_fork(x, s, guard, here, here);
}

/* It is this one wherever the guard holds. */
static decision take_last(exec *x, state *s, uint32_t symbol, expr guard,
                          uint32_t name) {
  assert(lazy_pointer_of(x, symbol) && expr_width(x->t, guard) == 1);
  const expr old = lazy_get_settled(s, symbol);
  const expr other = old.id ? old : expr_symbol(x->t, symbol);
  expr all = address_of(x, name);
  if (!expr_is_true(x->t, guard))
    all = summary_ite(x->strategy.summaries, guard, all, other);
  if (!all.id) {                /* too large: what is outside goes its own way */
    switch (enter_guard(x, s, guard)) {
    case FORK_ENDED: return DECISION_ENDED;
    case FORK_FALSE: return DECIDED;
    case FORK_TRUE: break;
    }
    guard = expr_true(x->t);
    all = address_of(x, name);
  }
  const expr same = is_candidate(x, symbol, name);
  if (!exec_assume(x, s, expr_or(x->t, expr_not(x->t, guard), same)))
    return DECISION_ENDED;
  set_settled(s, symbol, all);
  return DECIDED;
}

static bool add_object(void *context, uint32_t key, void *object_found) {
  const object *o = object_found;
  if (key == (o->name & ~NAME_BIT)) vec_push((name_vector *) context, o->name);
  return true;
}

/* Some of the paths that were joined may have made the pointer equal to what is
 * no candidate, as on a path of its own its value would show.  Here nothing
 * distinguishes them from pointers to nowhere: they are cut. */
static void cut_tangled(exec *x, state *s, uint32_t symbol, expr guard,
                        const name_vector *list) {
  expr_table *t = x->t;
  const unsigned shift = x->p->object_shift, width = x->p->pointer_bits;
  name_vector objects = {0};
  if (!s->is_tangled || s->paths < 2) return;
  pmap_each(&s->memory.objects, add_object, &objects);
  const expr page = expr_extract(t, expr_symbol(t, symbol), shift,
                                 width - shift);
  expr rest = expr_false(t);
  for (uint32_t k = 0; k < objects.count; k++)
    rest = expr_or(t, rest, expr_eq(t, page, expr_const(t, width - shift,
                                                        objects.items[k])));
  vec_release(&objects);
  rest = expr_and(t, rest, guard);
  for (uint32_t k = 0; k < list->count; k++)
    rest = expr_and(t, rest,
                    expr_not(t, is_candidate(x, symbol, list->items[k])));
  if (path_may(x->solver, &s->path, rest) == ANSWER_UNSAT) return;
  state *child = exec_split(x, s);
  path_assume(x->solver, &child->path, rest);
  exec_finish(x, child, OUTCOME_CUT_LAZY,
              "what joined conditions make of an unknown pointer");
}

static decision settle(exec *x, state *s, uint32_t symbol, expr guard) {
  const way here = {s->pc, NO_EDGE};
  const bool is_deep = lazy_pointer_of(x, symbol)->depth > x->o.lazy_depth;
  name_vector list = {0};
  candidates(x, s, symbol, guard, &list);
  decision result = DECISION_OPEN;
  bool chosen = !list.count && !is_deep;
  if (!chosen) cut_tangled(x, s, symbol, guard, &list);
  for (uint32_t k = 0; !chosen && k < list.count; k++) {
    const uint32_t name = list.items[k];
    if (k + 1 == list.count && !is_deep) {
      chosen = true;
      result = take_last(x, s, symbol, guard, name);
      continue;
    }
    const expr same = expr_and(x->t, guard, is_candidate(x, symbol, name));
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

/* Leaves of a made-up pointer that are decided one by one, a query each: 0.5 ms at PRICE_QUERY. */
enum { MOST_LEAVES = 32 };

/* The leaves of a summary, or the term as the only one if it is none, or has too
 * many. */
static void leaves_of(exec *x, expr e, leaf_list *out) {
  if (!summary_is_leaf(x->t, e) && x->strategy.summaries &&
      summary_leaves(x->strategy.summaries, e, MOST_LEAVES) <
          MOST_LEAVES &&
      summary_each_leaf(x->strategy.summaries, e, MOST_LEAVES,
                        add_leaf, out))
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
    const expr settled = lazy_get_settled(s, symbol);
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

expr lazy_substitute_settled(exec *x, const state *s, expr e, bool *is_open) {
  *is_open = false;
  if (!x->lazy || !x->lazy->pointers.count) return e;
  e = substitute_leaf(x, s, e, ANY);
  const varset set = varset_of(x->t, e);
  for (uint32_t k = 0; k < varset_count(x->t, set); k++)
    *is_open |= lazy_pointer_of(x, varset_symbols(x->t, set)[k]) != NULL;
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
    if (lazy_pointer_of(x, w->symbol) && !is_passed(w, w->symbol))
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

bool lazy_decide(exec *x, state *s, expr *e) {
  assert(!x->lazy->is_deciding && !s->unasked.id);
  if (!x->lazy->pointers.count) return true;
  search w = {0};
  bool lives = true;
  x->lazy->is_deciding = true;
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
  x->lazy->is_deciding = false;
  return lives;
}

/* Conditions --------------------------------------------------------------- */

/* The unknown pointer that the term is, if it is one; -1: it is none. */
static int64_t pointer_in(const exec *x, expr e) {
  const expr_node n = expr_get(x->t, e);
  return n.op == EXPR_VAR && lazy_pointer_of(x, (uint32_t) n.imm)
             ? (int64_t) n.imm : -1;
}

/* "p == NULL", "p != NULL", by the program itself. */
void lazy_note_asked(exec *x, expr condition) {
  if (!x->lazy->pointers.count || x->lazy->is_deciding) return;
  for (unsigned k = 0; k < 2; k++, condition = expr_not(x->t, condition)) {
    const expr_node n = expr_get(x->t, condition);
    if (n.op != EXPR_EQ) continue;
    for (unsigned side = 0; side < 2; side++) {
      const int64_t p = pointer_in(x, n.arg[side]);
      uint64_t bits;
      if (p >= 0 && expr_value(x->t, n.arg[1 - side], &bits) && !bits)
        lazy_pointer_of(x, (uint32_t) p)->is_asked = true;
    }
  }
}

static bool may_share(const exec *x, const lazy_pointer *p,
                      const lazy_pointer *q) {
  return p == q || (x->o.lazy_alias && p->type == q->type);
}

static bool is_decidable(const exec *x, const lazy_pointer *p,
                         uint64_t address) {
  const uint32_t name = (uint32_t) (address >> x->p->object_shift);
  const name_info *info = names_info(x->names, name);
  if (!address) return x->o.lazy_null;
  return info && info->kind == OBJECT_LAZY && name == info->first + 1 &&
         !(address & bits_mask(x->p->object_shift)) &&
         may_share(x, p, x->lazy->pointers.items + info->site - 1);
}

/* Deciding the pointers finds out that they are equal: what the other side is, is
 * among what they may be. */
static bool is_found_out(const exec *x, expr left, expr right) {
  const int64_t p = pointer_in(x, left), q = pointer_in(x, right);
  uint64_t bits;
  if (p >= 0 && q >= 0)
    return may_share(x, lazy_pointer_of(x, (uint32_t) p),
                     lazy_pointer_of(x, (uint32_t) q));
  if (p < 0 && q < 0) return false;
  return expr_value(x->t, p < 0 ? left : right, &bits) &&
         is_decidable(x, lazy_pointer_of(x, (uint32_t) (p < 0 ? q : p)), bits);
}

/* The pointer is equal to the term wherever it was open. */
static void unite(exec *x, state *s, uint32_t symbol, expr to) {
  const expr old = lazy_get_settled(s, symbol);
  to = substitute_leaf(x, s, to, ANY);
  if (varset_contains(x->t, varset_of(x->t, to), symbol)) {
    s->is_tangled = true;
    return;
  }
  set_settled(s, symbol, old.id ? expr_substitute(x->t, old, &symbol, &to, 1)
                                : to);
}

/* Two pointers are equal: one that is wholly open is what the other is.  If both
 * are open only for some of the inputs, it is not known for which. */
static void unite_two(exec *x, state *s, uint32_t p, uint32_t q) {
  assert(p != q);
  const uint32_t symbols[2] = {p, q};
  uint64_t bits;
  for (unsigned k = 0; k < 2; k++) {
    const uint32_t one = symbols[k], two = symbols[1 - k];
    const expr settled = lazy_get_settled(s, two);
    const expr other = settled.id ? settled : expr_symbol(x->t, two);
    if (lazy_get_settled(s, one).id ||
        varset_contains(x->t, varset_of(x->t, other), one)) continue;
    set_settled(s, one, other);
    return;
  }
  for (unsigned k = 0; k < 2; k++) {
    const expr settled = lazy_get_settled(s, symbols[k]);
    s->is_tangled |= !settled.id || !expr_value(x->t, settled, &bits);
  }
}

static bool has_open(const exec *x, const state *s, expr e) {
  const varset set = varset_of(x->t, e);
  for (uint32_t k = 0; k < varset_count(x->t, set); k++) {
    const uint32_t symbol = varset_symbols(x->t, set)[k];
    uint64_t bits;
    const expr settled = lazy_get_settled(s, symbol);
    if (lazy_pointer_of(x, symbol) &&
        !(settled.id && expr_value(x->t, settled, &bits)))
      return true;
  }
  return false;
}

/* Whether the parts of the condition that speak of open pointers are all of the
 * kind that is found out. */
static bool is_plain(const exec *x, const state *s, expr e) {
  lazy_table *l = x->lazy;
  while (l->seen.count <= e.id) vec_push(&l->seen, 0);
  if (l->seen.items[e.id] == l->stamp) return true;
  l->seen.items[e.id] = l->stamp;
  if (!has_open(x, s, e)) return true;
  const expr_node n = expr_get(x->t, e);
  if (n.op == EXPR_EQ && is_found_out(x, n.arg[0], n.arg[1])) return true;
  if (n.width != 1 || n.op == EXPR_EQ || n.op == EXPR_VAR) return false;
  const unsigned arity = expr_arity((expr_op) n.op);
  for (unsigned k = 0; k < arity; k++)
    if (expr_width(x->t, n.arg[k]) != 1 || !is_plain(x, s, n.arg[k]))
      return false;
  return arity > 0;
}

void lazy_note_condition(exec *x, state *s, expr condition) {
  assert(expr_width(x->t, condition) == 1);
  if (!x->lazy->pointers.count || x->fixed) return;
  const expr_node n = expr_get(x->t, condition);
  const expr_node other = expr_get(x->t, expr_not(x->t, condition));
  if (n.op == EXPR_EQ && (pointer_in(x, n.arg[0]) >= 0 ||
                          pointer_in(x, n.arg[1]) >= 0)) {
    if (is_found_out(x, n.arg[0], n.arg[1])) return;
    const int64_t p = pointer_in(x, n.arg[0]), q = pointer_in(x, n.arg[1]);
    if (p >= 0 && q >= 0) unite_two(x, s, (uint32_t) p, (uint32_t) q);
    else if (p >= 0) unite(x, s, (uint32_t) p, n.arg[1]);
    else unite(x, s, (uint32_t) q, n.arg[0]);
    return;
  }
  if (other.op == EXPR_EQ && (pointer_in(x, other.arg[0]) >= 0 ||
                              pointer_in(x, other.arg[1]) >= 0))
    return;
  x->lazy->stamp++;
  s->is_tangled |= !is_plain(x, s, condition);
}
