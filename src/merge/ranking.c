#include "merge/internal.h"

#include "base/limits.h"

/*
 * Why a folded loop ends: a term over the values at its head whose bits get smaller in each
 * iteration, in an order of numbers of the width.  There are finitely many, so no run comes
 * back for ever.
 *
 * Candidates are the changed values, their differences and sums, and distances to terms
 * compared with them.  The solver is asked about each iteration that comes back and is
 * covered, over its path from the head; a candidate that does not get smaller is dropped.
 * A widened visit begins anew: it contains the earlier runs.
 *
 * An iteration with input or output needs no rank where only hangs matter: a run of such
 * iterations is no hang.
 */

/* Whether the iteration certainly took an input: a guarded input may have been another
 * path's. */
static bool took_input(const state *before, const state *s) {
  bool found = false;
  for (const input *i = s->inputs; i != before->inputs; i = i->before) {
    if (!i) return false;
    found |= !i->guard.id && !i->iterations.id && i->kind != INPUT_UNINIT &&
             !input_is_placed(i);
  }
  return found;
}

static bool printed(const state *before, const state *s) {
  return s->outputs != before->outputs && s->outputs;
}

static void add(visit *p, expr term) {
  for (unsigned k = 0; k < 4; k++)
    vec_push(&p->ranks, ((ranking) {term, k & 1, k & 2}));
}

/* Of unsigned numbers, downwards: how far it is to a value. */
static void add_distance(expr_table *t, visit *p, expr a, expr b) {
  vec_push(&p->ranks, ((ranking) {expr_binary(t, EXPR_SUB, a, b), false, false}));
  vec_push(&p->ranks, ((ranking) {expr_binary(t, EXPR_SUB, b, a), false, false}));
}

/* Values changed by a loop from which ranks are made: 4 ranks each, 6 a pair, and 2 for each of 12
 * comparands are 392, a query each and so 6 ms at PRICE_QUERY. */
enum { MOST_RANKED = 8 };

static void find_candidates(merging *w, visit *p) {
  expr_table *t = w->m->t;
  merge_terms of = {0};
  for (uint32_t i = 0; i < p->values.count && of.count < MOST_RANKED; i++)
    if (!p->values.items[i].cell.cells) vec_push(&of, p->values.items[i].joined);
  const uint32_t count = of.count;
  for (uint32_t i = 0; i < count; i++) add(p, of.items[i]);
  for (uint32_t i = 0; i < count; i++)
    for (uint32_t j = i + 1; j < count; j++) {
      const expr a = of.items[i], b = of.items[j];
      if (expr_width(t, a) != expr_width(t, b)) continue;
      add_distance(t, p, a, b);
      add(p, expr_binary(t, EXPR_ADD, a, b));
    }
  for (uint32_t i = 0; i < count; i++) {
    merge_terms with = {0};
    invariant_find_comparands(w, &with, expr_width(t, of.items[i]));
    for (uint32_t k = 0; k < with.count; k++)
      add_distance(t, p, of.items[i], with.items[k]);
    vec_release(&with);
  }
  vec_release(&of);
}

static bool is_smaller(merging *w, const ranking *r, expr now) {
  expr_table *t = w->m->t;
  const expr_op op = r->is_signed ? EXPR_SLT : EXPR_ULT;
  const expr smaller = r->is_greater ? expr_binary(t, op, r->term, now)
                                     : expr_binary(t, op, now, r->term);
  if (expr_is_true(t, smaller)) return true;
  return path_may(w->m->solver, &w->right->path, expr_not(t, smaller)) ==
         ANSWER_UNSAT;
}

void ranking_note(merging *w, visit *p, const uint32_t *symbols, const expr *now,
                  uint32_t count) {
  if (!w->m->ranks_all &&
      (took_input(p->state, w->right) || printed(p->state, w->right)))
    return;
  if (!p->is_closed) find_candidates(w, p);
  p->is_closed = true;
  solver_set_limit(w->m->solver, limits.merge_element_conflicts);
  uint32_t left = 0;
  for (uint32_t k = 0; k < p->ranks.count; k++) {
    const ranking r = p->ranks.items[k];
    const expr later = expr_substitute(w->m->t, r.term, symbols, now, count);
    if (is_smaller(w, &r, later)) p->ranks.items[left++] = r;
  }
  p->ranks.count = left;
  solver_set_limit(w->m->solver, 0);
}

static bool is_unranked(const visit *p) { return p->is_closed && !p->ranks.count; }

void ranking_restart(merger *m, visit *p, bool is_wider) {
  if (!is_wider && is_unranked(p)) {
    m->is_unranked = true;
    m->unranked = state_insn(p->state)->place;
  }
  p->is_closed = false;
  vec_clear(&p->ranks);
}

void merger_rank_all(merger *m) { m->ranks_all = true; }

bool merger_has_unranked(const merger *m, uint32_t *place) {
  *place = m->unranked;
  for (uint32_t k = 0; k < m->visits.count; k++)
    if (is_unranked(m->visits.items + k)) {
      *place = state_insn(m->visits.items[k].state)->place;
      return true;
    }
  return m->is_unranked;
}
