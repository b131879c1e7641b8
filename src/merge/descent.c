#include "merge/containment.h"
#include "merge/internal.h"

#include "base/limits.h"

#include <assert.h>

/* Arguments of a recursive call from which ranks are made. */
enum { DESCENT_ARGUMENTS = SIZED(4, 2) };

/*
 * Why recursion ends: a term over a call's arguments that is smaller in each call that
 * it makes, in an order of numbers of its width, or a pair in the order of dictionaries.
 * All functions that call each other have the same, over arguments in the same places.
 * There are finitely many such numbers, so no call goes on for ever by calling; and no
 * more calls are nested than the numbers that calls have.
 */
static void find_candidates(component *c, uint32_t count) {
  if (count > DESCENT_ARGUMENTS) count = DESCENT_ARGUMENTS;
  for (uint32_t i = 0; i < count; i++)
    for (unsigned k = 0; k < 5; k++)
      vec_push(&c->descents, ((descent) {k < 4 ? DESCENT_VALUE : DESCENT_SIZE, i, 0,
                                         k & 1, k & 2, false}));
  for (uint32_t i = 0; i < count; i++)
    for (uint32_t j = 0; j < count; j++) {
      if (i == j) continue;
      vec_push(&c->descents, ((descent) {DESCENT_LESS, i, j, false, false, false}));
      vec_push(&c->descents, ((descent) {DESCENT_LESS, i, j, true, false, false}));
      for (unsigned k = 0; k < 4; k++) {
        if (i < j)
          vec_push(&c->descents, ((descent) {DESCENT_SUM, i, j, k & 1, k & 2, false}));
        vec_push(&c->descents, ((descent) {DESCENT_PAIR, i, j, true, k & 1, k & 2}));
      }
    }
}

/* {0}: these arguments have none. */
static expr term_of(expr_table *t, const descent *d, const expr *args, uint32_t count) {
  if (d->i >= count || !args[d->i].id) return (expr) {0};
  if (d->kind == DESCENT_VALUE) return args[d->i];
  if (d->kind == DESCENT_SIZE) {
    const expr zero = expr_const(t, expr_width(t, args[d->i]), 0);
    return expr_ite(t, expr_binary(t, EXPR_SLT, args[d->i], zero),
                    expr_binary(t, EXPR_SUB, zero, args[d->i]), args[d->i]);
  }
  if (d->j >= count || !args[d->j].id) return (expr) {0};
  if (d->kind == DESCENT_PAIR) return args[d->i];
  if (expr_width(t, args[d->i]) != expr_width(t, args[d->j])) return (expr) {0};
  return expr_binary(t, d->kind == DESCENT_SUM ? EXPR_ADD : EXPR_SUB, args[d->i],
                     args[d->j]);
}

static expr smaller(expr_table *t, bool is_signed, bool is_greater, expr now,
                    expr before) {
  assert(expr_width(t, now) == expr_width(t, before));
  const expr_op op = is_signed ? EXPR_SLT : EXPR_ULT;
  return is_greater ? expr_binary(t, op, before, now) : expr_binary(t, op, now, before);
}

static bool holds(merger *m, const descent *d, const path *p, const expr *outer,
                  uint32_t outer_count, const expr *inner, uint32_t inner_count) {
  expr_table *t = m->t;
  const expr before = term_of(t, d, outer, outer_count);
  const expr now = term_of(t, d, inner, inner_count);
  if (!before.id || !now.id || expr_width(t, before) != expr_width(t, now)) return false;
  expr e = smaller(t, d->is_signed, d->is_greater, now, before);
  if (d->kind == DESCENT_PAIR) {
    if (expr_width(t, outer[d->j]) != expr_width(t, inner[d->j])) return false;
    e = expr_or(t, e, expr_and(t, expr_eq(t, now, before),
                               smaller(t, true, d->is_second_greater, inner[d->j],
                                       outer[d->j])));
  }
  return expr_is_true(t, e) || path_may(m->solver, p, expr_not(t, e)) == ANSWER_UNSAT;
}

/* The same in a check: what falls is one number, also of a pair. */
static expr measure(expr_table *t, const descent *d, const expr *args, uint32_t count) {
  const expr e = term_of(t, d, args, count);
  if (!e.id) return e;
  const expr first = containment_measure(t, e, d->is_signed, d->is_greater);
  return d->kind != DESCENT_PAIR
             ? first
             : expr_concat(t, first,
                           containment_measure(t, args[d->j], true, d->is_second_greater));
}

static bool is_confirmed(merger *m, const descent *d, const path *p, const expr *outer,
                         uint32_t outer_count, const expr *inner, uint32_t inner_count) {
  const expr before = measure(m->t, d, outer, outer_count);
  const expr now = measure(m->t, d, inner, inner_count);
  return before.id && now.id && expr_width(m->t, before) == expr_width(m->t, now) &&
         containment_falls(m->x, p, before, now);
}

void descent_note(merger *m, component *c, const path *p, const expr *outer,
                  uint32_t outer_count, const expr *inner, uint32_t inner_count) {
  if (!c->is_closed && !m->checks) find_candidates(c, outer_count);
  assert(m->checks || c->is_closed || outer_count == 0 || c->descents.count);
  c->is_closed = true;
  if (!m->checks) solver_set_limit(m->solver, limits.merge_element_conflicts);
  uint32_t left = 0;
  for (uint32_t k = 0; k < c->descents.count; k++) {
    const descent d = c->descents.items[k];
    if ((m->checks ? is_confirmed : holds)(m, &d, p, outer, outer_count, inner, inner_count))
      c->descents.items[left++] = d;
  }
  c->descents.count = left;
  solver_set_limit(m->solver, 0);
}

bool merger_has_endless_calls(const merger *m, uint32_t *place) {
  for (uint32_t k = 1; k < m->components.count; k++) {
    const component *c = m->components.items + k;
    if (!c->is_closed || (c->descents.count && !c->is_deep)) continue;
    *place = c->place;
    return true;
  }
  return false;
}

/* Numbers between the least and the greatest that calls have which make calls, as a
 * float: there may be 2^64. */
static double span(const merger *m, uint32_t number, const descent *d, bool is_second) {
  expr_table *t = m->t;
  uint64_t low = UINT64_MAX, high = 0;
  for (uint32_t k = 0; k < m->contracts.count; k++) {
    const contract *c = m->contracts.items + k;
    for (uint32_t n = 0; n < c->callers.count && c->component == number; n++) {
      const state *s = c->callers.items[n].state;
      merge_terms args = {0};
      if (!contract_outer(m, s, &args)) continue;
      expr e = {0};
      if (!is_second) e = term_of(t, d, args.items, args.count);
      else if (d->j < args.count) e = args.items[d->j];
      vec_release(&args);
      if (!e.id) return 1e30;
      const unsigned width = expr_width(t, e);
      if (d->is_signed)
        e = expr_binary(t, EXPR_XOR, e, expr_const(t, width, UINT64_C(1) << (width - 1)));
      uint64_t a, b;
      path_range(m->solver, &s->path, e, true, &a, &b);
      if (a < low) low = a;
      if (b > high) high = b;
    }
  }
  return high < low ? 0 : (double) (high - low) + 1;
}

bool merger_has_deep_calls(const merger *m, uint32_t *place) {
  const ir_program *p = exec_program(m->x);
  for (uint32_t k = 1; k < m->components.count; k++) {
    const component *c = m->components.items + k;
    if (!c->is_closed) continue;
    uint64_t bytes = 0, room = UINT64_MAX;
    for (uint32_t n = 0; n < m->contracts.count; n++)
      if (m->contracts.items[n].component == k && m->contracts.items[n].room < room)
        room = m->contracts.items[n].room;
    for (uint32_t n = 0; n < p->functions.count; n++)
      if (p->functions.items[n]->component == k && frame_bytes(p->functions.items[n]) > bytes)
        bytes = frame_bytes(p->functions.items[n]);
    double calls = 1e30;
    for (uint32_t n = 0; n < c->descents.count && !c->is_deep; n++) {
      const descent *d = c->descents.items + n;
      double here = span(m, k, d, false);
      if (d->kind == DESCENT_PAIR) here *= span(m, k, d, true);
      if (here < calls) calls = here;
    }
    *place = c->place;
    if ((calls + 1) * (double) bytes > (double) room) return true;
  }
  return false;
}
