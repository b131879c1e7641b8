#include "merge/internal.h"

#include "base/limits.h"
#include "expr/varset.h"

#include <assert.h>
#include <stdio.h>

/*
 * A join by a lattice.
 *
 * The solver compares a differing number first: if a side's term serves on the other's
 * path, too, nothing is lost (the paper's condition (*), asked of each side alone).
 * Otherwise the number becomes an abstract symbol.
 *
 * If the annotation lists expressions, only values read by the expressions become abstract,
 * and the elements of the expressions are kept.  A trial finds the values read: each
 * differing value is replaced by a choice of its own between the two, and choices that
 * occur in the expressions' terms were read.  A predicate true for both values has a term
 * without them, so remaining values are also replaced by arbitrary symbols.  The terms in
 * the joined state come from running the expressions there, so relations between values
 * that became abstract together are kept.  Paths that went far apart are forgotten as well:
 * an annotation that names the relevant values names the relevant paths.
 *
 * Pointers, guards and values wider than a word are joined by if-then-else, and so are
 * uninitialised values: this property must not be forgotten.
 */

static expr new_symbol(merging *w, unsigned width, const char *text) {
  const ir_program *p = exec_program(w->m->x);
  const ir_place *at = p->places.items + state_insn(w->left)->place;
  char name[256];
  snprintf(name, sizeof name, "%s at %s:%u", text,
           at->line ? p->files.items[at->file] : "?", at->line);
  return expr_symbol(w->m->t, expr_new_symbol(w->m->t, SYMBOL_ABSTRACT, width,
                                              name));
}

/* A term that serves on both sides; {0}: not known to. */
static expr same_value(merging *w, expr left, expr right) {
  assert(expr_width(w->m->t, left) == expr_width(w->m->t, right));
  solver *s = w->m->solver;
  const expr differs = expr_ne(w->m->t, left, right);
  expr same = {0};
  if (!w->checks) solver_set_limit(s, limits.merge_equal_conflicts);
  if (path_may(s, &w->right->path, differs) == ANSWER_UNSAT) same = left;
  else if (path_may(s, &w->left->path, differs) == ANSWER_UNSAT) same = right;
  solver_set_limit(s, 0);
  return same;
}

/* What a join forgot is not going to be equal to anything. */
static bool is_abstract(const expr_table *t, expr e) {
  const expr_node n = expr_get(t, e);
  return n.op == EXPR_VAR &&
         expr_symbol_class(t, (uint32_t) n.imm) == SYMBOL_ABSTRACT;
}

static expr decide(merging *w, pair *p) {
  merger *m = w->m;
  const unsigned width = expr_width(m->t, p->left);
  if (w->probing == PROBE_CHOICE || (w->probing && p->is_mentioned)) {
    if (!p->mark.id) p->mark = new_symbol(w, 1, "mark");
    return expr_ite(m->t, p->mark, p->left, p->right);
  }
  if (w->probing == PROBE_ANY) {
    if (!p->any.id) p->any = new_symbol(w, width, "any");
    return p->any;
  }
  if (w->is_partial ? !p->is_mentioned
                    : lattice_of_width(&w->lattices, width) == LATTICE_ITE) {
    w->has_others = true;
    return (expr) {0};
  }
  if (p->joined.id) return p->joined;
  if (!is_abstract(m->t, p->left) && !is_abstract(m->t, p->right) && !p->cell.cells)
    p->joined = same_value(w, p->left, p->right);
  if (p->joined.id) {
    m->stats.same++;
    return p->joined;
  }
  p->is_abstract = true;
  return p->joined = new_symbol(w, width, "join");
}

/* The same pairs come in the same order each time the states are joined. */
static expr meet(void *context, expr left, expr right) {
  merging *w = context;
  const memory *seen[] = {&w->left->memory, &w->right->memory};
  const unsigned width = expr_width(w->m->t, left);
  if (width < (w->seeks ? 1 : 2) || width > 64 ||
      exec_is_address(w->m->x, seen, 2, left) ||
      exec_is_address(w->m->x, seen, 2, right)) {
    w->has_others |= !expr_same(left, right);
    return (expr) {0};
  }
  if (w->at == w->pairs.count)
    vec_push(&w->pairs, ((pair) {.left = left, .right = right, .cell = w->cell}));
  assert(expr_same(w->pairs.items[w->at].left, left) &&
         expr_same(w->pairs.items[w->at].right, right));
  return decide(w, w->pairs.items + w->at++);
}

static state *join_once(merging *w, join_stats *stats) {
  const join_rule rule = {
    .context = w, .join = merging_is_exact(w) ? NULL : meet,
    .at = w->seeks ? &w->cell : NULL,
    .cells = w->seeks && !w->checks && w->m->has_arrays ? MERGE_CELLS : 0,
    .forgot = w->is_partial || w->seeks ? &w->forgot : NULL, .forgets = w->seeks};
  w->cell = (join_cell) {0};
  w->at = 0;
  w->has_others = false;
  return join_states_by(w->m->x, w->left, w->right, &rule, stats);
}

/* What the expressions read ------------------------------------------------ */

static bool reads(const merging *w, const exec_terms *terms, expr symbol) {
  expr_table *t = w->m->t;
  if (!symbol.id) return false;
  const uint32_t number = (uint32_t) expr_get(t, symbol).imm;
  for (uint32_t i = 0; i < terms->count; i++)
    if (varset_contains(t, varset_of(t, terms->items[i]), number)) return true;
  return false;
}

/* Whether some pair is still not known to be mentioned. */
static bool find_mentioned(merging *w, const exec_terms *terms) {
  assert(w->at == w->pairs.count);
  bool all = true;
  for (uint32_t k = 0; k < w->pairs.count; k++) {
    pair *p = w->pairs.items + k;
    p->is_mentioned = p->is_mentioned || reads(w, terms, p->mark) ||
                      reads(w, terms, p->any);
    all = all && p->is_mentioned;
  }
  return !all;
}

/* False: the states are not to be joined. */
static bool look_at_expressions(merging *w) {
  exec_terms terms = {0};
  join_stats scratch = {0};
  expr defined;
  w->probing = PROBE_CHOICE;
  state *trial = join_once(w, &scratch);
  const bool joins = trial != NULL;
  if (trial && exec_probe(w->m->x, trial, &terms, &defined)) {
    w->is_partial = terms.count != 0;
    if (w->is_partial && find_mentioned(w, &terms)) {
      state_free(trial);
      w->probing = PROBE_ANY;
      trial = join_once(w, &scratch);
      if (trial && exec_probe(w->m->x, trial, &terms, &defined))
        find_mentioned(w, &terms);
    }
  } else if (trial) {
    /* An annotation with expressions has them evaluated, or abstracts
     * nothing. */
    w->is_partial = true;
    w->m->stats.unknown++;
  }
  w->probing = PROBE_NOT;
  vec_release(&terms);
  state_free(trial);
  return joins;
}

/* What is kept ------------------------------------------------------------- */

/* Weaker is sound: a constraint that cannot be added is left out. */
static void assume(merging *w, state *s, expr constraint) {
  assert(expr_width(w->m->t, constraint) == 1);
  if (expr_is_true(w->m->t, constraint)) return;
  path longer = path_copy(s->path);
  if (path_assume(w->m->solver, &longer, constraint) == ANSWER_SAT) {
    path_release(&s->path);
    s->path = longer;
  } else {
    path_release(&longer);
  }
}

/* The left state's element; mostly left by the previous join, without any query. */
static lattice_element left_element(merging *w, lattice l, const expr *left,
                                    uint32_t count) {
  merger *m = w->m;
  if (w->knows_left && w->kept.count < m->kept.count)
    return m->kept.items[w->kept.count];
  return lattice_abstract(l, m->solver, m->t, &w->left->path, left, count);
}

static void constrain(merging *w, lattice l, state *s, const expr *left,
                      const expr *right, const expr *joined, uint32_t count) {
  assert(expr_width(w->m->t, *left) == expr_width(w->m->t, *joined) &&
         expr_width(w->m->t, *right) == expr_width(w->m->t, *joined));
  merger *m = w->m;
  const unsigned width = expr_width(m->t, *joined);
  solver_set_limit(m->solver, limits.merge_element_conflicts);
  const lattice_element a = left_element(w, l, left, count);
  const lattice_element b =
      lattice_is_top(l, width, a)
          ? a : lattice_abstract(l, m->solver, m->t, &w->right->path, right,
                                 count);
  const lattice_element both = w->widens ? lattice_widen(l, width, a, b)
                                         : lattice_join(l, width, a, b);
  vec_push(&w->kept, both);
  if (!lattice_is_top(l, width, both))
    assume(w, s, lattice_constraint(l, m->t, both, joined, count));
  solver_set_limit(m->solver, 0);
}

static void constrain_values(merging *w, state *s) {
  for (uint32_t k = 0; k < w->pairs.count; k++) {
    const pair *p = w->pairs.items + k;
    if (!p->is_abstract) continue;
    const unsigned width = expr_width(w->m->t, p->joined);
    constrain(w, lattice_of_width(&w->lattices, width), s, &p->left, &p->right,
              &p->joined, 1);
  }
}

/* Before each expression stands its lattice. */
static void constrain_mixed(merging *w, state *s, const exec_terms *left,
                            const exec_terms *right,
                            const exec_terms *joined) {
  assert(left->count == joined->count && right->count == joined->count && !(joined->count & 1));
  for (uint32_t k = 0; k + 1 < joined->count; k += 2) {
    uint64_t kind;
    if (expr_value(w->m->t, joined->items[k], &kind) && kind < LATTICES)
      constrain(w, (lattice) kind, s, left->items + k + 1,
                right->items + k + 1, joined->items + k + 1, 1);
  }
}

static void constrain_terms(merging *w, state *s, const exec_terms *left,
                            const exec_terms *right,
                            const exec_terms *joined) {
  assert(left->count == joined->count && right->count == joined->count);
  const lattice l = lattice_of_all(&w->lattices);
  const bool together = lattice_kind_of(l) == LATTICE_ALL;
  const uint32_t count = together ? joined->count : 1;
  for (uint32_t k = 0; k < joined->count; k += count)
    constrain(w, l, s, left->items + k, right->items + k, joined->items + k,
              count);
}

/* Where the expressions have errors in neither state, the joined state needs none: kept,
 * too. */
static void constrain_expressions(merging *w, state *s) {
  exec_terms left = {0}, right = {0}, joined = {0};
  exec *x = w->m->x;
  expr a, b, defined;
  if (exec_probe(x, w->left, &left, &a) && expr_is_true(w->m->t, a) &&
      exec_probe(x, w->right, &right, &b) && expr_is_true(w->m->t, b) &&
      exec_probe(x, s, &joined, &defined)) {
    assume(w, s, defined);
    if (w->is_mixed) constrain_mixed(w, s, &left, &right, &joined);
    else constrain_terms(w, s, &left, &right, &joined);
  } else {
    w->m->stats.unknown++;
  }
  vec_release(&left);
  vec_release(&right);
  vec_release(&joined);
}

static bool has_abstract(const merging *w) {
  for (uint32_t k = 0; k < w->pairs.count; k++)
    if (w->pairs.items[k].is_abstract) return true;
  return false;
}

state *merging_run(merging *w, join_stats *stats) {
  if (merging_is_exact(w)) return join_once(w, stats);
  state *s = NULL;
  if (!w->left->waits || look_at_expressions(w)) s = join_once(w, stats);
  if (s && !w->checks && (has_abstract(w) || w->forgot)) {
    if (w->seeks) invariant_constrain(w, s);
    else if (w->is_partial) constrain_expressions(w, s);
    else constrain_values(w, s);
  }
  return s;
}

void merging_release(merging *w) {
  vec_release(&w->pairs);
  vec_release(&w->kept);
  vec_release(&w->candidates);
}
