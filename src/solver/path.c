#include "solver/links.h"

#include "base/fatal.h"
#include "base/limits.h"
#include "expr/range.h"

#include <assert.h>

/*
 * A node of the path names the slice that its conjunct made, so the slice of a
 * symbol is that of the newest node whose slice has the symbol.  So that this
 * need not look far, every FOLD nodes the map is brought up to date; between,
 * a fork costs one node.
 *
 * The map has, for each symbol of the nodes folded into it, its slice or a link
 * to another symbol: a forest in which a slice hangs at its root.  Growing a
 * slice then changes one entry for the root and one for each symbol or slice
 * that joins, however many symbols it has.  Smaller slices are hung below
 * larger ones, so a symbol is at most log2(symbols) links away from its slice.
 */
struct path_node {
  struct path_node *before;
  struct path_node *jump;       /* a node before; NULL: before all of them */
  slice *slice;
  uint32_t refs;
  uint32_t count;
  expr conjunct;
  uint32_t swept;               /* the last sweep that marked it */
  path_witness *witness;        /* without a slice: it fulfils all up to here */
  pmap folded[];                /* the map then, of every FOLD-th node */
};

enum { FOLD = SIZED(8, 2) };

static bool is_folded(const struct path_node *n) { return n->count % FOLD == 0; }

static void *link_to(uint32_t symbol) {
  return (void *) ((uintptr_t) symbol << 1 | 1);
}

static bool is_link(const void *entry) { return (uintptr_t) entry & 1; }

/* Witnesses ---------------------------------------------------------------- */

path_witness *path_witness_new(solver *s) {
  path_witness *w = mem_zeroed(1, sizeof *w);
  w->solver = s;
  w->refs = 1;
  return w;
}

void path_witness_release(path_witness *w) {
  assert(!w || w->refs);
  if (!w || --w->refs) return;
  idmap_release(&w->values);
  free(w);
}

/* Paths -------------------------------------------------------------------- */

path path_copy(path p) {
  assert(!p.last || p.last->refs);
  if (p.last) p.last->refs++;
  pmap_copy(p.slices);
  return p;
}

void path_release(path *p) {
  assert(!p->last || p->last->refs);
  struct path_node *n = p->last;
  while (n && !--n->refs) {
    struct path_node *before = n->before;
    if (is_folded(n)) pmap_release(n->folded, &pmap_borrowed);
    if (n->slice) slice_release(n->slice);
    path_witness_release(n->witness);
    free(n);
    n = before;
  }
  pmap_release(&p->slices, &pmap_borrowed);
  *p = (path) {0};
}

/* Slices mark themselves; the map has none that no node of the path has. */
void path_mark(path *p, expr_table *t) {
  const uint32_t now = sweep_number(t);
  for (struct path_node *n = p->last; n && n->swept != now; n = n->before) {
    n->swept = now;
    sweep_mark(t, n->conjunct);
  }
}

uint32_t path_count(const path *p) { return p->last ? p->last->count : 0; }

void path_conjuncts(const path *p, expr *out) {
  for (const struct path_node *n = p->last; n; n = n->before)
    out[n->count - 1] = n->conjunct;
}

bool path_all_from(const path *p, uint32_t first, bool (*is_so)(void *, expr),
                   void *context) {
  assert(first <= path_count(p));
  for (const struct path_node *n = p->last; n && n->count > first; n = n->before)
    if (!is_so(context, n->conjunct)) return false;
  return true;
}

void path_conjuncts_from(const path *p, uint32_t first, expr *out) {
  assert(first <= path_count(p));
  for (const struct path_node *n = p->last; n && n->count > first;
       n = n->before)
    out[n->count - 1 - first] = n->conjunct;
}

static void settle(path *);

/* What a path looks like does not depend on when its slices are made. */
static const path *settled(const path *p) {
  settle((path *) (uintptr_t) p);
  return p;
}

/* The slice of a symbol and the symbol where it hangs; NULL if none. */
static slice *find(const path *p, uint32_t symbol, uint32_t *root) {
  for (;;) {
    void *entry = pmap_get(&p->slices, symbol);
    if (!is_link(entry)) {
      *root = symbol;
      return entry;
    }
    symbol = (uint32_t) ((uintptr_t) entry >> 1);
  }
}

/* Of a symbol, whether folded already or not. */
static slice *slice_of(const solver *s, const path *p, uint32_t symbol) {
  const struct path_node *n = p->last;
  for (uint32_t i = path_count(p) % FOLD; i > 0; i--, n = n->before)
    if (varset_contains(s->table, n->slice->vars, symbol)) return n->slice;
  uint32_t root;
  return find(p, symbol, &root);
}

static void touch(solver *s, const path *p, varset vars) {
  vec_clear(&s->touched);
  if (!s->options.slices) {
    if (p->last) vec_push(&s->touched, p->last->slice);
    return;
  }
  const uint32_t count = varset_count(s->table, vars);
  const uint32_t *symbols = varset_symbols(s->table, vars);
  const uint32_t stamp = ++s->slices.stamp;
  for (uint32_t i = 0; i < count; i++) {
    slice *found = slice_of(s, p, symbols[i]);
    if (!found || found->stamp == stamp) continue;
    found->stamp = stamp;
    vec_push(&s->touched, found);
    if (found->vars.id == vars.id) return;      /* covers all of them */
  }
}

void path_touch(solver *s, const path *p, varset vars) {
  touch(s, settled(p), vars);
}

/* The touched slices and one conjunct more, as one slice. */
static slice *extended(solver *s, expr conjunct) {
  assert(s->options.slices || s->touched.count <= 1);
  slice *all = s->touched.count ? s->touched.items[0] : NULL;
  for (uint32_t i = 1; i + 1 < s->touched.count; i++)
    all = slice_extend(&s->slices, s->table, all, s->touched.items[i],
                       (expr) {0});
  slice *last = s->touched.count > 1 ? vec_last(&s->touched) : NULL;
  return slice_extend(&s->slices, s->table, all, last, conjunct);
}

/* The model of the touched slice that has the symbol. */
static const model *owner_model(const solver *s, uint32_t symbol) {
  for (uint32_t i = 0; i < s->touched.count; i++)
    if (varset_contains(s->table, s->touched.items[i]->vars, symbol))
      return s->touched.items[i]->model;
  return NULL;
}

/* Whether at most one slice is touched and its model speaks of that slice alone:
 * a model that was found for another slice may serve, and what it says of symbols
 * that this one does not have means nothing here. */
static bool is_one_model(const solver *s, const model **m) {
  *m = s->touched.count ? s->touched.items[0]->model : NULL;
  return s->touched.count < 2 &&
         (!*m || (*m)->vars.id == s->touched.items[0]->vars.id);
}

/* Gives every symbol of the set its value under the path's model; false if a
 * touched slice has none: its symbols are 0 then. */
static bool assign(solver *s, varset vars) {
  bool all = true;
  const model *one;
  for (uint32_t i = 0; i < s->touched.count; i++)
    all &= s->touched.items[i]->status == SLICE_SAT;
  if (is_one_model(s, &one)) {
    model_assign(s, one, vars);
    return all;
  }
  const uint32_t count = varset_count(s->table, vars);
  for (uint32_t i = 0; i < count; i++) {
    const uint32_t symbol = varset_symbols(s->table, vars)[i];
    const unsigned width = expr_symbol_width(s->table, symbol);
    uint64_t limbs[EXPR_MAX_LIMBS];
    limbs[0] = 0;
    model_get(owner_model(s, symbol), s->table, symbol, limbs,
              (width + 63) / 64);
    if (width <= 64) evaluator_assign(s->eval, symbol, limbs[0]);
    else evaluator_assign_wide(s->eval, symbol, limbs);
  }
  return all;
}

/* A model of q, which grew from the touched slices: the union of theirs. */
static const model *united(solver *s, const slice *q) {
  const model *one;
  if (is_one_model(s, &one)) return one;
  model *m = model_new(&s->slices, s->table, q->vars);
  const uint32_t count = varset_count(s->table, q->vars);
  for (uint32_t i = 0; i < count; i++) {
    const uint32_t symbol = varset_symbols(s->table, q->vars)[i];
    const unsigned width = expr_symbol_width(s->table, symbol);
    uint64_t limbs[EXPR_MAX_LIMBS] = {0};
    model_get(owner_model(s, symbol), s->table, symbol, limbs,
              (width + 63) / 64);
    model_set(m, i, limbs);
  }
  return m;
}

/* Decided by the term alone? */
bool path_is_decided(solver *s, expr condition, bool *value) {
  if (expr_is_const(s->table, condition)) {
    s->stats.by_constant++;
    *value = expr_is_true(s->table, condition);
    return true;
  }
  if (!s->options.range) return false;
  const range r = range_of(s->table, condition);
  if (r.low != r.high) return false;
  s->stats.by_range++;
  *value = r.low != 0;
  return true;
}

static answer either(bool value) { return value ? ANSWER_SAT : ANSWER_UNSAT; }

slice *path_ask(solver *s, expr condition, answer *a) {
  slice *q = extended(s, condition);
  *a = chain_decide(s, q);
  return q;
}

/* Under the path's own model: 1 holds, 0 fails, -1 it cannot say. */
static int under_model(solver *s, expr condition, varset vars) {
  if (!s->options.models || !assign(s, vars)) return -1;
  const bool value = evaluator_value(s->eval, condition) != 0;
  return evaluator_is_exact(s->eval) ? value : -1;
}

answer path_may(solver *s, const path *p, expr condition) {
  assert(expr_width(s->table, condition) == 1);
  bool value;
  if (s->sole) condition = sole_condition(s, condition);
  s->stats.queries++;
  if (path_is_decided(s, condition, &value)) return either(value);
  solver_begin(s);
  const varset vars = varset_of(s->table, condition);
  answer a = ANSWER_SAT;
  uint32_t symbol;
  path_touch(s, p, vars);
  if (!domain_applies(s, vars, &symbol) &&
      under_model(s, condition, vars) == 1) s->stats.by_model++;
  else path_ask(s, condition, &a);
  solver_end(s);
  return a;
}

bool path_excludes(solver *s, const path *p, expr condition) {
  assert(expr_width(s->table, condition) == 1);
  uint32_t symbol;
  if (s->sole) return false;
  const varset vars = varset_of(s->table, condition);
  if (!domain_applies(s, vars, &symbol)) return false;
  solver_begin(s);
  path_touch(s, p, vars);
  slice *q = extended(s, condition);
  const bool is_out = q->vars.id == vars.id && chain_refutes_at_once(s, q);
  solver_end(s);
  return is_out;
}

bool path_near(solver *s, const path *p, expr condition) {
  assert(expr_width(s->table, condition) == 1);
  if (s->sole) return false;
  const varset vars = varset_of(s->table, condition);
  solver_begin(s);
  const model *m = NULL;
  path_touch(s, p, vars);
  if (s->options.models && vars.id && assign(s, vars)) {
    slice *q = extended(s, condition);
    if (q->status == SLICE_OPEN && !chain_refutes_at_once(s, q) &&
        (m = near_find(s, q, united(s, q), vars))) {
      q->model = m;
      q->status = SLICE_SAT;
      s->stats.by_near++;
      models_remember(s, m);
    }
  }
  solver_end(s);
  return m;
}

void path_branch(solver *s, const path *p, expr condition, answer *may_hold,
                 answer *may_fail) {
  bool value;
  assert(expr_width(s->table, condition) == 1);
  if (s->sole) condition = sole_condition(s, condition);
  s->stats.queries += 2;
  if (path_is_decided(s, condition, &value)) {
    *may_hold = either(value);
    *may_fail = either(!value);
    return;
  }
  solver_begin(s);
  const varset vars = varset_of(s->table, condition);
  const expr negated = expr_not(s->table, condition);
  uint32_t symbol;
  path_touch(s, p, vars);
  /* A byte's domain answers for less than an evaluation costs. */
  const int known =
      domain_applies(s, vars, &symbol) ? -1 : under_model(s, condition, vars);
  *may_hold = *may_fail = ANSWER_SAT;
  if (known >= 0) s->stats.by_model++;
  if (known != 1) path_ask(s, condition, may_hold);
  if (known != 0) path_ask(s, negated, may_fail);
  solver_end(s);
  /* A path that is satisfiable goes on somewhere. */
  assert(*may_hold != ANSWER_UNSAT || *may_fail != ANSWER_UNSAT || p->uncertain);
}

/* Hangs the node's slice where the slices that it grew from hang. */
static void fold(solver *s, path *p, const struct path_node *n) {
  const varset vars = varset_of(s->table, n->conjunct);
  const uint32_t count = varset_count(s->table, vars);
  const uint32_t *symbols = varset_symbols(s->table, vars);
  if (!count) return;
  uint32_t root = symbols[0], most = 0;
  vec_clear(&s->roots);
  for (uint32_t i = 0; i < count; i++) {
    uint32_t at;
    const slice *part = find(p, symbols[i], &at);
    const uint32_t size = part ? varset_count(s->table, part->vars) : 0;
    vec_push(&s->roots, at);
    if (size > most) {
      most = size;
      root = at;
    }
  }
  for (uint32_t i = 0; i < count; i++)
    if (s->roots.items[i] != root)
      pmap_set(&p->slices, &pmap_borrowed, s->roots.items[i], link_to(root));
  assert(n->slice);
  pmap_set(&p->slices, &pmap_borrowed, root, n->slice);
}

/* The newest nodes, the oldest of them first. */
static void fold_newest(solver *s, path *p) {
  const struct path_node *nodes[FOLD], *n = p->last;
  for (uint32_t i = FOLD; i-- > 0; n = n->before) nodes[i] = n;
  assert(!n || is_folded(n));
  for (uint32_t i = 0; i < FOLD; i++) fold(s, p, nodes[i]);
}

static uint32_t count_of(const struct path_node *n) { return n ? n->count : 0; }

/* Where the node after n jumps to: over two jumps of the same length, or to n.  Nodes of the
 * same count jump equally far, and any node before is a logarithm of steps away (Myers 1983). */
static struct path_node *jump_from(struct path_node *n) {
  if (!n || !n->jump) return n;
  const struct path_node *to = n->jump;
  return n->count - to->count == to->count - count_of(to->jump) ? to->jump : n;
}

static struct path_node *append(path *p, expr conjunct) {
  const uint32_t count = path_count(p) + 1;
  const bool folds = count % FOLD == 0;
  struct path_node *n = mem_zeroed(1, sizeof *n + folds * sizeof *n->folded);
  n->before = p->last;
  n->jump = jump_from(p->last);
  n->refs = 1;
  n->count = count;
  n->conjunct = conjunct;
  assert(!n->before || n->before->count + 1 == n->count);
  return p->last = n;
}

/* The newest node gets its slice. */
static void set_slice(solver *s, path *p, slice *q) {
  struct path_node *n = p->last;
  assert(!n->slice && q->status != SLICE_UNSAT);
  n->slice = q;
  slice_retain(q);
  if (!is_folded(n)) return;
  if (s->options.slices) fold_newest(s, p);
  *n->folded = pmap_copy(p->slices);
  p->folded = n->count;
}

static void push(solver *s, path *p, expr conjunct, slice *q) {
  append(p, conjunct);
  set_slice(s, p, q);
}

/* Held conjuncts ------------------------------------------------------------- */

void path_assume_held(path *p, expr condition, path_witness *w) {
  const expr_table *t = w->solver->table;
  assert(expr_width(t, condition) == 1 && !expr_is_false(t, condition));
  const expr_node n = expr_get(t, condition);
  if (n.op == EXPR_AND && n.width == 1) {
    path_assume_held(p, n.arg[0], w);
    path_assume_held(p, n.arg[1], w);
  } else if (!expr_is_true(t, condition)) {
    append(p, condition)->witness = w;
    w->refs++;
  }
}

/* The map as of the last node that has one. */
static void refold(path *p) {
  const uint32_t count = path_count(p);
  const uint32_t want = count - count % FOLD;
  if (p->folded == want) return;
  const struct path_node *n = p->last;
  while (n && n->count > want) n = n->before;
  assert(!n || is_folded(n));
  pmap_release(&p->slices, &pmap_borrowed);
  p->slices = n ? pmap_copy(*n->folded) : (pmap) {0};
  p->folded = want;
}

static uint64_t witnessed(const path_witness *w, uint32_t symbol) {
  const uint64_t *bits = idmap_find(&w->values, (uint64_t) symbol + 1);
  return bits ? *bits : 0;
}

static const model *witness_model(const path_witness *w, varset vars) {
  solver *s = w->solver;
  model *m = model_new(&s->slices, s->table, vars);
  const uint32_t count = varset_count(s->table, vars);
  for (uint32_t k = 0; k < count; k++) {
    const uint64_t limbs[EXPR_MAX_LIMBS] = {
      witnessed(w, varset_symbols(s->table, vars)[k])};
    model_set(m, k, limbs);
  }
  return m;
}

/* Slices for the nodes that have none yet.  All have one model: the witness. */
static void settle(path *p) {
  if (!p->last || p->last->slice) {
    refold(p);
    return;
  }
  VEC(struct path_node *) open = {0};
  VEC(slice *) news = {0};
  struct path_node *n = p->last;
  path_witness *w = n->witness;
  solver *s = w->solver;
  for (; n && !n->slice; n = n->before) vec_push(&open, n);
  struct path_node *const last = p->last;
  varset all = {0};
  p->last = n;
  refold(p);
  while (open.count) {
    n = vec_pop(&open);
    touch(s, p, varset_of(s->table, n->conjunct));
    slice *q = extended(s, n->conjunct);
    p->last = n;
    set_slice(s, p, q);
    /* The newest witness fulfils what all the older ones did. */
    if (n != last) path_witness_release(n->witness);
    n->witness = NULL;
    if (q->status == SLICE_SAT) continue;
    q->status = SLICE_SAT;
    all = varset_union(s->table, all, q->vars);
    vec_push(&news, q);
  }
  p->last = last;
  const model *m = news.count ? witness_model(w, all) : NULL;
  for (uint32_t k = 0; k < news.count; k++) news.items[k]->model = m;
  path_witness_release(w);
  vec_release(&open);
  vec_release(&news);
}

static struct path_node *common_node(const path *a, const path *b) {
  struct path_node *m = a->last, *n = b->last;
  while (count_of(m) > count_of(n)) m = count_of(m->jump) >= count_of(n) ? m->jump : m->before;
  while (count_of(n) > count_of(m)) n = count_of(n->jump) >= count_of(m) ? n->jump : n->before;
  while (m != n) {
    assert(m->count == n->count && count_of(m->jump) == count_of(n->jump));
    const bool jumps = m->jump != n->jump;
    m = jumps ? m->jump : m->before;
    n = jumps ? n->jump : n->before;
  }
  return n;
}

uint32_t path_common_count(const path *a, const path *b) {
  const struct path_node *n = common_node(a, b);
  return n ? n->count : 0;
}

path path_common(const path *a, const path *b) {
  struct path_node *n = common_node(a, b);
  path p = {.last = n, .uncertain = a->uncertain || b->uncertain};
  if (n) n->refs++;
  if (n && n->slice) refold(&p);
  assert(path_count(&p) <= path_count(a) && path_count(&p) <= path_count(b));
  return p;
}

/* `whole`: a satisfiable slice that has the condition and all else that the path says of its
 * symbols, so that its model is one of this slice, too; NULL: none is known. */
static answer assume_one(solver *s, path *p, expr condition, const slice *whole) {
  bool value;
  assert(!whole || whole->status == SLICE_SAT);
  s->stats.queries++;
  if (path_is_decided(s, condition, &value)) return either(value);
  const varset vars = varset_of(s->table, condition);
  answer a = ANSWER_SAT;
  uint32_t symbol;
  path_touch(s, p, vars);
  slice *q = extended(s, condition);
  if (q->status == SLICE_OPEN && whole) {
    s->stats.by_model++;
    q->model = whole->model;
    q->status = SLICE_SAT;
  } else if (q->status == SLICE_OPEN && !domain_applies(s, q->vars, &symbol) &&
             under_model(s, condition, vars) == 1) {
    s->stats.by_model++;
    q->model = united(s, q);
    q->status = SLICE_SAT;
  } else {
    a = chain_decide(s, q);
  }
  assert(a != ANSWER_SAT || q->status == SLICE_SAT);
  if (a == ANSWER_UNSAT) return a;
  if (a == ANSWER_UNKNOWN) p->uncertain = true;
  push(s, p, condition, q);
  return a;
}

/* A conjunction is added part by part, since its parts may belong to different
 * slices. */
answer path_assume(solver *s, path *p, expr condition) {
  assert(expr_width(s->table, condition) == 1);
  if (s->sole) condition = sole_condition(s, condition);
  const expr_node n = expr_get(s->table, condition);
  if (n.op != EXPR_AND || n.width != 1) {
    solver_begin(s);
    const answer a = assume_one(s, p, condition, NULL);
    solver_end(s);
    return a;
  }
  path longer = path_copy(*p);
  conjuncts parts = {0};
  answer a = ANSWER_SAT;
  vec_push(&parts, condition);
  solver_begin(s);
  path_touch(s, p, varset_of(s->table, condition));
  const slice *whole = extended(s, condition);  /* most likely asked about just now */
  if (whole->status != SLICE_SAT) whole = NULL;
  while (parts.count && a != ANSWER_UNSAT) {
    const expr part = vec_pop(&parts);
    const expr_node m = expr_get(s->table, part);
    if (m.op == EXPR_AND && m.width == 1) {
      vec_push(&parts, m.arg[1]);
      vec_push(&parts, m.arg[0]);
      continue;
    }
    const answer b = assume_one(s, &longer, part, whole);
    if (b != ANSWER_SAT) a = b;
  }
  solver_end(s);
  vec_release(&parts);
  if (a == ANSWER_UNSAT) {
    path_release(&longer);
  } else {
    path_release(p);
    *p = longer;
  }
  return a;
}

void path_value_limbs(solver *s, const path *p, expr e, uint64_t *limbs) {
  if (s->sole) e = sole_term(s, e);
  const varset vars = varset_of(s->table, e);
  path_touch(s, p, vars);
  assign(s, vars);
  evaluator_limbs(s->eval, e, limbs);
}

uint64_t path_value(solver *s, const path *p, expr e) {
  assert(expr_width(s->table, e) <= 64);
  uint64_t limbs[EXPR_MAX_LIMBS];
  path_value_limbs(s, p, e, limbs);
  return limbs[0];
}

void path_related(solver *s, const path *p, expr e, path_symbols *out) {
  vec_clear(out);
  path_touch(s, p, varset_of(s->table, e));
  for (uint32_t k = 0; k < s->touched.count; k++) {
    const varset vars = s->touched.items[k]->vars;
    for (uint32_t i = 0; i < varset_count(s->table, vars); i++)
      vec_push(out, varset_symbols(s->table, vars)[i]);
  }
}

bool path_mentions(solver *s, const path *p, expr e) {
  path_touch(s, p, varset_of(s->table, e));
  return s->touched.count != 0;
}

/* One slice has the conjunct and all its symbols, and its model makes it true. */
static void check_conjunct(solver *s, const path *p, const struct path_node *n) {
  const varset vars = varset_of(s->table, n->conjunct);
  path_touch(s, p, vars);
  if (s->touched.count != (varset_count(s->table, vars) != 0 || !s->options.slices))
    fatal("conjunct %u of a path is in %u slices", n->count, s->touched.count);
  for (uint32_t i = 0; i < s->touched.count; i++) {
    const slice *q = s->touched.items[i];
    if (q->count < n->slice->count)
      fatal("conjunct %u of a path is in an older slice", n->count);
    if (q->status == SLICE_UNSAT || (q->status != SLICE_SAT && !p->uncertain))
      fatal("conjunct %u of a path is in a slice that is not satisfiable",
            n->count);
  }
  if (!assign(s, vars)) return;
  const bool holds = evaluator_value(s->eval, n->conjunct) != 0;
  if (!holds && evaluator_is_exact(s->eval))
    fatal("conjunct %u of a path is false under the path's model", n->count);
}

void path_check(solver *s, const path *p, uint32_t most) {
  settled(p);
  uint32_t next = path_count(p), seen = 0;
  for (const struct path_node *n = p->last; n; n = n->before, next--) {
    if (!n->refs || n->count != next || !n->slice)
      fatal("node %u of a path is broken", next);
    if (expr_width(s->table, n->conjunct) != 1 ||
        expr_is_const(s->table, n->conjunct))
      fatal("conjunct %u of a path is no condition", n->count);
    if (seen++ < most) check_conjunct(s, p, n);
  }
  if (next) fatal("a path has lost %u conjuncts", next);
}
