#include "merge/containment.h"
#include "merge/internal.h"

/*
 * Proves found invariants again: see merger_for_check.  The recorded state must contain
 * each state at the loop's head (containment.c), by the executor's present solver.  Whether
 * loops end depends on the graph of visits.
 */

/* Whether states of visit `to` may come from states of visit `from`, by visits that are not
 * left out; visits are numbered from 1. */
static bool comes_from(const merger *m, uint32_t from, uint32_t to, const bool *is_out) {
  bool *is_seen = mem_zeroed(m->visits.count + 1, sizeof *is_seen), found = from == to;
  is_seen[from] = true;
  for (bool more = from != 0; more && !found;) {
    more = false;
    for (uint32_t k = 0; k < m->arrivals.count; k++) {
      const arrival *a = m->arrivals.items + k;
      if (!is_seen[a->to] || is_seen[a->from] || (is_out && is_out[a->from])) continue;
      is_seen[a->from] = more = true;
      found |= a->from == to;
    }
  }
  free(is_seen);
  return found;
}

void check_refute(merger *m, uint32_t place, expr term) {
  if (!m->is_refuted) {
    m->refuted = place;
    m->refuted_term = term;
  }
  m->is_refuted = true;
}

/* What was recorded goes on, once. */
static revisit enter(merger *m, visit *p, uint32_t number, state **wider) {
  if (p->is_entered) return REVISIT_COVERED;
  p->is_entered = true;
  *wider = state_copy(p->state);
  vec_push(&m->folds, ((fold) {.above = 0, .visit = number}));
  p->fold = (*wider)->fold = m->folds.count - 1;
  return REVISIT_WIDER;
}

/* An input that the iteration certainly asked for, or an output: such an iteration is part
 * of no hang. */
static bool is_observed(const state *before, const state *s) {
  for (const input *i = s->inputs; i && i != before->inputs; i = i->before)
    if (i->kind != INPUT_UNINIT && !i->guard.id && !i->iterations.id && !input_is_placed(i))
      return true;
  return s->outputs && s->outputs != before->outputs;
}

/* Keeps the terms that an iteration of the recorded state makes smaller. */
static void check_ranks(const merger *m, visit *p, containment *c) {
  if (!m->ranks_all && is_observed(p->state, c->inner)) return;
  uint32_t left = 0;
  for (uint32_t k = 0; k < p->ranks.count; k++) {
    const ranking r = p->ranks.items[k];
    const expr before = containment_measure(m->t, r.term, r.is_signed, r.is_greater);
    if (containment_falls(m->x, &c->inner->path, before, containment_said(c, before)))
      p->ranks.items[left++] = r;
  }
  p->ranks.count = left;
  p->is_closed = true;
}

/* A check of what was found: see merger_for_check. */
revisit check_visit(merger *m, visit *p, state *s, state **wider) {
  const uint32_t number = (uint32_t) (p - m->visits.items) + 1;
  const uint32_t from = m->folds.items[s->fold].visit;
  const bool is_deep = p->steps > 1;
  const passing how = is_deep ? induction_passing(m, p, s) : (passing) {false, 1};
  const bool is_first = is_deep && how.is_first;
  const arrival came = {from, number, !is_first && comes_from(m, from, number, NULL)};
  revisit what = REVISIT_COVERED;
  bool holds;
  containment c;
  containment_begin(&c, m->x, p->state, s);
  containment_compare(&c, p->conjuncts);
  if (is_deep && !is_first && how.step < p->steps) {
    holds = !c.differs;
    if (holds && containment_assume(&c, s) != ANSWER_UNSAT) {
      what = REVISIT_NEW;
      induction_pass(m, p, s, how);
    }
  } else {
    vec_push(&m->arrivals, came);
    holds = containment_holds(&c);
    if (holds && came.is_iteration) check_ranks(m, p, &c);
    if (holds) what = enter(m, p, number, wider);
    if (holds && is_first && how.step + 1 < p->steps) {
      induction_pass(m, p, s, how);
      what = what == REVISIT_WIDER ? REVISIT_BOTH : REVISIT_NEW;
    }
  }
  if (!holds) check_refute(m, state_insn(s)->place, c.wrong);
  containment_release(&c);
  return holds ? what : REVISIT_COVERED;
}

/* Each return to the visit made a rank smaller. */
static bool is_ranked(const merger *m, uint32_t number, const bool *is_out) {
  for (uint32_t k = 0; k < m->arrivals.count; k++) {
    const arrival *a = m->arrivals.items + k;
    if (a->to == number && !a->is_iteration && !is_out[a->from] &&
        comes_from(m, a->from, number, is_out))
      return false;
  }
  return true;
}

/* An infinite run visits a ranked visit only finitely often, so the visit is left out; then
 * visits that are ranked without those left out, and so on.  Remaining visits may be visited
 * for ever. */
bool merger_missed_rank(const merger *m) {
  const uint32_t count = m->visits.count;
  bool *is_out = mem_zeroed(count + 1, sizeof *is_out);
  uint32_t left = count;
  for (bool more = true; more;) {
    more = false;
    for (uint32_t k = 1; k <= count; k++) {
      if (is_out[k] || !is_ranked(m, k, is_out)) continue;
      is_out[k] = more = true;
      left--;
    }
  }
  free(is_out);
  return left;
}

/* The same conjuncts, with this solver's answers. */
static void move_path(solver *to, state *s) {
  const uint32_t count = path_count(&s->path);
  expr *all = mem_resize(NULL, count + 1, sizeof *all);
  path rest = {.uncertain = s->path.uncertain};
  path_conjuncts(&s->path, all);
  for (uint32_t k = 0; k < count; k++) path_assume(to, &rest, all[k]);
  free(all);
  path_release(&s->path);
  s->path = rest;
}

merger *merger_for_check(const merger *m, exec *x) {
  merger *c = merger_new(x, &m->everywhere);
  c->checks = true;
  c->ranks_all = m->ranks_all;
  c->steps = m->steps;
  for (uint32_t k = 0; k < m->lost.count; k++) vec_push(&c->lost, m->lost.items[k]);
  for (uint32_t k = 0; k < m->visits.count; k++) {
    const visit *p = m->visits.items + k;
    if (!p->is_assumed) continue;
    visit q = {.site = p->site, .serial = p->serial, .stack = p->stack,
               .state = state_copy(p->state), .conjuncts = p->conjuncts,
               .rounds = p->rounds,
               .symbols = p->symbols, .is_closed = p->is_closed, .steps = p->steps};
    move_path(c->solver, q.state);
    for (uint32_t i = 0; i < p->values.count; i++) vec_push(&q.values, p->values.items[i]);
    for (uint32_t i = 0; i < p->ranks.count; i++) vec_push(&q.ranks, p->ranks.items[i]);
    vec_push(&c->visits, q);
  }
  contracts_copy(c, m);
  return c;
}

bool merger_is_refuted(const merger *m, uint32_t *place, expr *term) {
  *place = m->refuted;
  *term = m->refuted_term;
  return m->is_refuted;
}
