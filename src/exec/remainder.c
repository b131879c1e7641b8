#include "exec/internal.h"

#include "expr/sweep.h"

#include <assert.h>

/*
 * The sides left by a led path, as a single state: the path at the start of leading, with a
 * further condition, that some side not taken since is taken.  The state repeats the path's
 * instructions.  A side is a disjunct, not a state with all later changes of the path; and
 * a single query is about all sides, and most likely finds a feasible side.  The answer is
 * a condition over all their symbols, so queries below are harder: for use where states
 * have no room.
 */

/* A state without any side stays with the executor until its first side. */
void exec_begin_remainder(exec *x, state *s) {
  if (x->remainder.state && !x->remainder.is_born) state_free(x->remainder.state);
  x->remainder = (struct remainder) {0};
  if (!s || !exec_may_wait(x, s)) return;
  exec_leave_job(s);
  x->remainder = (struct remainder) {
    .state = exec_split(x, s), .symbols = expr_symbol_count(x->t),
    .count = path_count(&s->path), .way = expr_true(x->t)};
  x->remainder.state->unasked = expr_false(x->t);
}

/* It runs, or is cut. */
void exec_end_remainder(exec *x, const state *s) {
  if (s == x->remainder.state) x->remainder = (struct remainder) {0};
}

void exec_mark_remainder(const exec *x, expr_table *t) {
  const struct remainder *r = &x->remainder;
  if (!r->state) return;
  sweep_mark(t, r->way);
  if (!r->is_born) states_mark(t, &r->state, 1);
}

/* Later symbols may be others in the repetition. */
static bool is_older(const exec *x, expr e) {
  const varset vars = varset_of(x->t, e);
  const uint32_t count = varset_count(x->t, vars);
  return !count || varset_symbols(x->t, vars)[count - 1] < x->remainder.symbols;
}

/* Conjuncts of the path since then, whether the other side was left here or not. */
static void extend_way(exec *x, const state *s) {
  struct remainder *r = &x->remainder;
  const uint32_t count = path_count(&s->path);
  assert(count >= r->count);
  expr *news = mem_resize(NULL, count - r->count + 1, sizeof *news);
  path_conjuncts_from(&s->path, r->count, news);
  for (uint32_t k = 0; k < count - r->count; k++)
    r->way = expr_binary(x->t, EXPR_AND, r->way, news[k]);
  r->count = count;
  free(news);
}

/* Where all sides of the way are the remainder's, the sides are the negation of the way. */
static expr with_side(exec *x, expr sides, expr reached, expr condition) {
  assert(expr_width(x->t, condition) == 1);
  expr_table *t = x->t;
  if (expr_same(sides, expr_not(t, reached)))
    return expr_not(t, expr_binary(t, EXPR_AND, reached, condition));
  return expr_binary(t, EXPR_OR, sides,
                     expr_binary(t, EXPR_AND, reached, expr_not(t, condition)));
}

bool exec_remainder_takes(exec *x, const state *s, expr condition, state **born) {
  struct remainder *r = &x->remainder;
  if (!r->state) return false;
  extend_way(x, s);
  if (!is_older(x, r->way) || !is_older(x, condition)) {
    exec_begin_remainder(x, NULL);
    return false;
  }
  assert(r->state != s && r->state->unasked.id);
  r->state->unasked = with_side(x, r->state->unasked, r->way, condition);
  if (!r->is_born) *born = r->state;
  r->is_born = true;
  x->stats.remaining++;
  return true;
}
