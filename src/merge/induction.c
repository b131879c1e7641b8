#include "merge/internal.h"

#include "base/limits.h"

#include <assert.h>

/*
 * Induction over k iterations (Sheeran, Singh and Stalmarck, FMCAD 2000).
 *
 * Let W be the state that went on from a loop's head for all, and C the invariant of W.
 * With k = 1, C must hold after an iteration of W. With more, C must hold after k
 * iterations of W if C holds after each iteration before: C is assumed of a state that
 * comes back for the first k - 1 times and goes on.  And C must hold at the first k heads
 * of each run: states from outside are asked, and k - 1 iterations of these states,
 * executed beside W.
 *
 * Why that is sound.  Let a run be at heads of the loop n times, and let C fail at the n-th
 * head for the first time.  If n <= k, the states from outside have the run, and C was
 * asked.  Otherwise the k heads before are in W, so the iterations from the first of these
 * heads are: the assumptions in between hold, and C was asked at the n-th.  A run that
 * comes to the head of an enclosing loop, where another state goes on in its place, comes
 * from outside again.
 *
 * A state that leaves the loop after some of these iterations need not go on: its values at
 * the last head are in W, which leaves the loop, too.
 *
 * Only for innermost loops, and only after a single iteration was not enough: the merger is
 * deepened, and exploration starts anew.
 */

static bool is_of(const fold *n, const visit *p) {
  return n->site == p->site && n->serial == p->serial && n->stack == p->stack;
}

static bool same_loop(const fold *a, const fold *b) {
  return a->site == b->site && a->serial == b->serial && a->stack == b->stack;
}

/* No head of another loop is in it. */
static bool is_innermost(const ir_function *f, uint32_t head) {
  for (uint32_t b = 0; b < f->block_count; b++)
    if (f->blocks[b].is_loop_head && b != head && ir_loop_around(f, b) == head)
      return false;
  return true;
}

uint32_t induction_steps(const merger *m, const state *s) {
  return m->steps > 1 && is_innermost(s->top->function, state_insn(s)->block)
             ? m->steps : 1;
}

/* Whether a loop was folded of which more iterations can be taken at once. */
static bool can_deepen(const merger *m) {
  if (m->checks || m->is_flat || m->components.count > 1) return false;
  for (uint32_t k = 0; k < m->visits.count; k++) {
    const visit *p = m->visits.items + k;
    if (p->is_assumed &&
        is_innermost(p->state->top->function, state_insn(p->state)->block))
      return true;
  }
  return false;
}

static bool has_folded(const merger *m) {
  for (uint32_t k = 0; k < m->visits.count; k++)
    if (m->visits.items[k].is_assumed) return true;
  return false;
}

/* Steps are asked about once, by themselves: they make each look dearer. */
bool merger_deepen(merger *m) {
  const bool had_steps = m->has_steps;
  m->has_steps = false;
  if (!m->checks && !m->tried_steps && has_folded(m)) m->has_steps = m->tried_steps = true;
  else if (!m->checks && !m->has_arrays && array_is_changed(m)) m->has_arrays = true;
  else if (2 * m->steps <= limits.merge_induction_steps && can_deepen(m)) m->steps *= 2;
  else {
    m->has_steps = had_steps;
    return false;
  }
  assert(m->steps <= limits.merge_induction_steps || m->steps == 1);
  m->restarts++;
  return true;
}

/* Some state has another form, or a head was widened too often: states that do not hold
 * what was assumed were not explored.  All begins anew, one iteration at a time. */
void induction_fail(merger *m) {
  m->is_flat = true;
  m->steps = 1;
  m->restarts++;
  m->starts_anew = true;
}

bool merger_starts_anew(merger *m) {
  const bool starts = m->starts_anew;
  m->starts_anew = false;
  return starts;
}

uint32_t merger_restarts(const merger *m) { return m->restarts; }

/* Steps ---------------------------------------------------------------------- */

static uint32_t add_step(merger *m, const visit *p, uint32_t above, fold_kind kind,
                         uint32_t step) {
  assert(above < m->folds.count && kind != FOLD_PLAIN);
  const fold last = m->folds.items[above];
  vec_push(&m->folds,
           ((fold) {.above = above, .kind = kind, .step = step, .site = p->site,
                    .serial = p->serial, .stack = p->stack, .visit = last.visit}));
  return m->folds.count - 1;
}

/* How the state came to the visit's loop: from the visit's state, or from outside, in so
 * many iterations. */
passing induction_passing(const merger *m, const visit *p, const state *s) {
  for (uint32_t at = s->fold; at; at = m->folds.items[at].above) {
    const fold *n = m->folds.items + at;
    if (at == p->fold) return (passing) {false, 1};
    if (n->kind != FOLD_PLAIN && n->kind != FOLD_LEFT && is_of(n, p))
      return (passing) {n->kind == FOLD_FIRST, n->step + 1};
  }
  return (passing) {true, 0};
}

void induction_pass(merger *m, const visit *p, state *s, passing how) {
  assert(how.step < p->steps || m->checks);
  s->fold = add_step(m, p, s->fold, how.is_first ? FOLD_FIRST : FOLD_STEP, how.step);
}

/* A state that passed heads unasked would look like a state at an earlier head: a needed
 * question would become an assumption, or be dropped. */
bool merger_counts_heads(const merger *m, const state *s) {
  for (uint32_t at = m->steps > 1 ? s->fold : 0; at; at = m->folds.items[at].above) {
    if (m->folds.items[at].kind != FOLD_PLAIN) return true;
    for (uint32_t k = 0; k < m->visits.count; k++)
      if (m->visits.items[k].fold == at && m->visits.items[k].steps > 1) return true;
  }
  return false;
}

/* Leaving -------------------------------------------------------------------- */

static bool has_frame(const state *s, uint32_t serial, uint64_t stack) {
  for (const frame *f = s->top; f; f = f->caller)
    if (f->serial == serial && f->stack == stack) return true;
  return false;
}

/* Whether the state, at another loop's head, is outside of the loop. */
static bool is_outside(const merger *m, const fold *n, const state *s) {
  if (!has_frame(s, n->serial, n->stack)) return true;
  if (s->top->serial != n->serial || s->top->stack != n->stack) return false;
  const ir_function *f = s->top->function;
  for (uint32_t b = state_insn(s)->block;;) {
    if (exec_site(m->x, f, f->blocks[b].first) == n->site) return false;
    const uint32_t around = ir_loop_around(f, b);
    if (around == b) return true;
    b = around;
  }
}

static bool is_noted(const merger *m, uint32_t from, uint32_t to) {
  for (uint32_t at = from; at != to; at = m->folds.items[at].above)
    if (m->folds.items[at].kind == FOLD_LEFT &&
        same_loop(m->folds.items + at, m->folds.items + to))
      return true;
  return false;
}

static const visit *visit_of(const merger *m, const fold *n) {
  for (uint32_t k = 0; k < m->visits.count; k++)
    if (is_of(n, m->visits.items + k)) return m->visits.items + k;
  return NULL;
}

bool induction_leaves(merger *m, state *s) {
  for (uint32_t at = s->fold; at; at = m->folds.items[at].above) {
    const fold n = m->folds.items[at];
    if (n.kind == FOLD_PLAIN || n.kind == FOLD_LEFT || is_noted(m, s->fold, at) ||
        !is_outside(m, &n, s))
      continue;
    const visit *p = visit_of(m, &n);
    if (p && (m->checks ? p->is_entered : p->is_assumed)) return true;
    if (p) s->fold = add_step(m, p, s->fold, FOLD_LEFT, 0);
    return false;
  }
  return false;
}

void induction_widened(merger *m, const visit *p) {
  for (uint32_t at = 1; at < m->folds.count; at++) {
    fold *n = m->folds.items + at;
    if (n->kind == FOLD_LEFT && is_of(n, p)) n->is_void = true;
  }
}
