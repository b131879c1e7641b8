#include "merge/internal.h"


/*
 * Candidates for invariants from how far values went, seen from where they began:
 *
 *   step c * (a + b) = (step a + step b) * c       of three, by the steps that they first made
 *   a <= b, b <= a                                 as signed numbers
 *   p - step p <= v, v <= p - step p               for what the loop compares p with
 *
 * The last are what `i <= n` leaves behind when i goes up after it was asked.
 */

enum { SIDES = 3 };             /* right, left, joined */

static expr side(const pair *p, unsigned k) {
  return k == 0 ? p->right : k == 1 ? p->left : p->joined;
}

static expr gone(expr_table *t, const pair *p, unsigned k) {
  return expr_binary(t, EXPR_SUB, side(p, k), p->first);
}

void steps_seek_drift(merging *w, state *s, const pair *a, const pair *b) {
  expr_table *t = w->m->t;
  for (unsigned is_swapped = 0; is_swapped < 2; is_swapped++) {
    expr all[SIDES];
    for (unsigned k = 0; k < SIDES; k++)
      all[k] = is_swapped ? expr_binary(t, EXPR_SLE, gone(t, b, k), gone(t, a, k))
                          : expr_binary(t, EXPR_SLE, gone(t, a, k), gone(t, b, k));
    invariant_keep(w, s, all[0], all[1], all[2]);
  }
}

/* With equal weights seek_sum_of_three has it. */
static void seek_weighted(merging *w, state *s, const pair *a, const pair *b,
                          const pair *c) {
  expr_table *t = w->m->t;
  if (!a->step.id || !b->step.id || !c->step.id) return;
  const expr both = expr_binary(t, EXPR_ADD, a->step, b->step);
  expr all[SIDES];
  for (unsigned k = 0; k < SIDES; k++) {
    const expr sum = expr_binary(t, EXPR_ADD, gone(t, a, k), gone(t, b, k));
    all[k] = expr_eq(t, expr_binary(t, EXPR_MUL, c->step, sum),
                     expr_binary(t, EXPR_MUL, both, gone(t, c, k)));
  }
  invariant_keep(w, s, all[0], all[1], all[2]);
}

void steps_seek_weighted(merging *w, state *s, const pair *a, const pair *b,
                         const pair *c) {
  seek_weighted(w, s, a, b, c);
  seek_weighted(w, s, a, c, b);
  seek_weighted(w, s, b, c, a);
}

void steps_seek_bounds(merging *w, state *s, const pair *p, expr with) {
  expr_table *t = w->m->t;
  if (!p->step.id) return;
  for (unsigned is_swapped = 0; is_swapped < 2; is_swapped++) {
    expr all[SIDES];
    for (unsigned k = 0; k < SIDES; k++) {
      const expr before = expr_binary(t, EXPR_SUB, side(p, k), p->step);
      all[k] = is_swapped ? expr_binary(t, EXPR_SLE, with, before)
                          : expr_binary(t, EXPR_SLE, before, with);
    }
    invariant_keep(w, s, all[0], all[1], all[2]);
  }
}
