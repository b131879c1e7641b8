#include "exec/internal.h"

#include "base/hash.h"
#include "base/limits.h"
#include "base/prices.h"

#include <assert.h>

/*
 * Paths that follow an input need no answers: the input shows that the side which it
 * takes is feasible.  The other side is born without a question, with its condition
 * unasked.  It is asked when the state first runs, in whatever order: the state goes on,
 * ends with the bug that it was born for, is cut for want of an answer, or was none.
 * Until then nobody looks at its path's model.  A correct answer is obtained if this is
 * omitted.
 *
 * Forks are counted here that another run, which asks, does not count: such a state is
 * no job, but below one.
 *
 * Likewise where a question takes long.  One side of a branch or check is known to be
 * feasible, by the path's model, and goes on; the other is put off, is asked again when
 * others ran, and may take the longer the more often it was: until it has an
 * answer.  Where the solver has most of the work (exec_spare_solver), questions
 * wait so before they are asked the first time where others at the same place took long.
 */

void exec_ask_at_once(exec *x) { x->asks_at_once = true; }

path_witness *exec_led(exec *x, state *s, expr e, uint64_t *bits) {
  if (!x->advice || x->asks_at_once || x->marks || x->o.max_depth || x->o.max_forks) return NULL;
  return x->advice(x->adviser, s, e, bits);
}

bool exec_is_led(exec *x, state *s) {
  uint64_t any;
  return x->leads || exec_led(x, s, expr_true(x->t), &any);
}

void exec_leave_job(state *s) {
  if (s->has_unasked) return;
  s->has_unasked = true;
  s->asked_forks = s->parts ? UINT32_MAX : s->forks;
  s->asked_decisions = s->decisions;
}

/* The state that goes where the input does not. */
static state *leave(exec *x, state *s, expr condition) {
  exec_leave_job(s);
  state *child = exec_split(x, s);
  assert(expr_width(x->t, condition) == 1);
  child->unasked = condition;
  x->stats.unasked++;
  return child;
}

/* Where nobody knows the answer, and it is asked for at once. */
enum { FIRST_TRY = 2 };

static void hand_off(exec *x, state *s, const state *parent) {
  assert(x->hooks.put_off);
  x->stats.put_off++;
  x->hooks.put_off(x->hooks.context, s, parent);
}

/* No reason to choose another state: the led state goes on. */
static void hand_over(exec *x, state *child, const state *parent) {
  const bool born = x->born;
  exec_hand_on(x, child, parent);
  x->born = born;
}

/* The state takes a side, of two.  Whether the other one has inputs was not asked: if not, the
 * state is what it was, and where it comes back to itself it must not be dropped for itself
 * (zeq/seen.h), and a hang is looked for as if there were one side (zeq/cycle.c). */
static void take_side(exec *x, state *s, way here) {
  const uint64_t site = exec_site(x, s->top->function, s->pc);
  s->decisions = hash_word(s->decisions, 2 * site + 1);
  if (s->compared == s->forks) s->compared++;
  if (s->still_forks == s->forks) s->still_forks++;
  s->forks++;
  exec_go(x, s, here);
}

/* The state takes that side, and the child the other; neither knows yet why. */
static void part(exec *x, state *s, state *child, way here, way other) {
  const uint64_t site = exec_site(x, s->top->function, s->pc);
  child->decisions = hash_word(child->decisions, 2 * site);
  child->forks++;
  child->jumped_from = other.edge ? state_insn(s)->block + 1 : 0;
  child->pc = other.pc;
  child->edge_to_mark = other.edge;
  take_side(x, s, here);
}

/* Times that a question is put off: each takes four times as long, and 4^8 times exec_patience are
 * two hours. */
enum { MOST_TRIES = 8 };

void exec_fork_led(exec *x, state *s, expr condition, path_witness *w, way here,
                   way other) {
  assert(w->solver == x->solver && !s->unasked.id);
  const expr negation = expr_not(x->t, condition);
  if (path_excludes(x->solver, &s->path, negation)) {
    exec_go(x, s, here);
    return;
  }
  state *child = leave(x, s, negation);
  path_assume_held(&s->path, condition, w);
  exec_note_condition(x, s, condition);
  part(x, s, child, here, other);
  x->led_edge = here.edge;
  hand_over(x, child, s);
}

void exec_require_led(exec *x, state *s, expr condition, expr failure, path_witness *w,
                      outcome kind, const char *message) {
  assert(w->solver == x->solver && outcome_is_bug(kind));
  if (path_excludes(x->solver, &s->path, failure)) return;
  state *bad = leave(x, s, failure);
  bad->unasked_kind = (uint32_t) kind + 1;
  bad->unasked_text = message ? exec_intern(x, message) : NULL;
  path_assume_held(&s->path, condition, w);
  hand_over(x, bad, s);
}

/* Questions that are put off ------------------------------------------------- */

void exec_put_off(exec *x, bool puts) { x->puts_off = puts; }

bool exec_puts_off(const exec *x) { return x->puts_off; }

void exec_spare_solver(exec *x, bool spares) { x->spares_solver = spares; }

void exec_keep_jobs(exec *x, bool keeps) { x->keeps_jobs = keeps; }

bool exec_keeps_jobs(const exec *x) { return x->keeps_jobs; }

bool exec_may_wait(const exec *x, const state *s) {
  return x->puts_off && (s->has_unasked || !x->keeps_jobs) && x->hooks.put_off &&
         !x->is_twin && !x->probe && !x->fixed && !x->marks && !x->asks_at_once &&
         !x->strategy.joins && !x->strategy.has_events && !x->o.max_depth &&
         !x->o.max_forks;
}

/* Four times as much each time; 0: as much as it takes. */
static uint64_t patience(uint32_t tries) {
  const uint64_t least = limits.exec_patience >> 2 * FIRST_TRY;
  return tries >= MOST_TRIES + FIRST_TRY ? 0 : (least ? least : 1) << 2 * tries;
}

uint64_t exec_patience(const state *s) { return patience(s->unasked_tries); }

/* Allowance of a state's own query: more than the first allowance if parked. 0:
 * unlimited. */
static uint64_t own_patience(const exec *x, const state *s) {
  if (!exec_may_wait(x, s)) return 0;
  return patience(s->unasked_tries > FIRST_TRY ? s->unasked_tries : FIRST_TRY);
}

uint64_t exec_effort(const exec *x) {
  const uint64_t conflict = PRICE_CONFLICT;
  return solver_work(x->solver) + (conflict ? varset_work(x->t) / conflict : 0);
}

static void allow_all(exec *x) { solver_allow(x->solver, UINT64_MAX); }

ask_result exec_ask_within(exec *x, state *s, expr condition, answer *holds, answer *fails) {
  const uint64_t most = own_patience(x, s);
  if (most) {
    solver_allow(x->solver, most);
    path_branch(x->solver, &s->path, condition, holds, fails);
    allow_all(x);
    const bool is_known = *holds != ANSWER_UNKNOWN && *fails != ANSWER_UNKNOWN;
    if (!is_known && solver_ran_out(x->solver) && *holds != ANSWER_SAT &&
        *fails != ANSWER_SAT)
      return ASKED_NEITHER;
    s->unasked_tries = 0;
    if (is_known) return ASKED_BOTH;
    if (solver_ran_out(x->solver)) return ASKED_ONE;
  }
  exec_ask(x, s, condition, holds, fails);
  s->unasked_tries = 0;
  return ASKED_BOTH;
}

bool exec_may_within(exec *x, state *s, expr condition, answer *may) {
  const uint64_t most = own_patience(x, s);
  if (most) solver_allow(x->solver, most);
  if (x->advice) path_near(x->solver, &s->path, condition);
  *may = path_may(x->solver, &s->path, condition);
  if (most) allow_all(x);
  if (most && *may == ANSWER_UNKNOWN && solver_ran_out(x->solver)) return false;
  s->unasked_tries = 0;
  return true;
}

bool exec_range_within(exec *x, state *s, expr e, uint64_t *low, uint64_t *high) {
  const bool waits = exec_may_wait(x, s);
  if (waits) solver_allow(x->solver, patience(FIRST_TRY));
  path_range(x->solver, &s->path, e, true, low, high);
  const bool is_tight = !waits || !solver_is_spent(x->solver);
  if (waits) allow_all(x);
  return is_tight;
}

bool exec_park(exec *x, state *s) {
  assert(exec_may_wait(x, s) && !s->unasked.id);
  exec_leave_job(s);
  s->unasked_tries = (s->unasked_tries > FIRST_TRY ? s->unasked_tries : FIRST_TRY) + 1;
  hand_off(x, s, NULL);
  return false;
}

static state *leave_for_later(exec *x, state *s, expr condition) {
  state *child = leave(x, s, expr_not(x->t, condition));
  child->unasked_tries = FIRST_TRY + 1;
  path_assume(x->solver, &s->path, condition);
  return child;
}

void exec_fork_later(exec *x, state *s, expr condition, way here, way other) {
  assert(exec_may_wait(x, s));
  state *child = leave_for_later(x, s, condition);
  exec_note_condition(x, s, condition);
  part(x, s, child, here, other);
  hand_off(x, child, s);
}

void exec_require_later(exec *x, state *s, expr condition, outcome kind,
                        const char *message) {
  state *bad = leave_for_later(x, s, condition);
  bad->unasked_kind = (uint32_t) kind + 1;
  bad->unasked_text = message ? exec_intern(x, message) : NULL;
  hand_off(x, bad, s);
}

/* The cost of a query at the state's place, in conflicts: recent queries count most. */
static uint64_t *toll_of(exec *x, const state *s) {
  return idmap_at(&x->tolls, (uint64_t) exec_site(x, s->top->function, s->pc) + 1);
}

/* Whether the state's condition can hold; *ran_out: it took too long. */
static answer ask(exec *x, state *s, bool *ran_out) {
  assert(s->unasked.id && expr_width(x->t, s->unasked) == 1);
  const uint64_t most = exec_may_wait(x, s) ? exec_patience(s) : 0;
  const uint64_t before = solver_work(x->solver);
  if (most) solver_allow(x->solver, most);
  path_near(x->solver, &s->path, s->unasked);
  const answer a = path_may(x->solver, &s->path, s->unasked);
  if (most) solver_allow(x->solver, UINT64_MAX);
  *ran_out = most && a == ANSWER_UNKNOWN && solver_ran_out(x->solver);
  uint64_t *toll = toll_of(x, s);
  *toll = (7 * *toll + solver_work(x->solver) - before) / 8;
  return a;
}

/* It was never asked, and most likely takes long. */
static bool is_spared(exec *x, const state *s) {
  return x->spares_solver && !s->unasked_tries && exec_may_wait(x, s) &&
         *toll_of(x, s) >= limits.solver_expensive;
}

uint32_t exec_led_edge(const exec *x) { return x->led_edge; }

bool exec_ask_now(exec *x, state *s) {
  const expr condition = s->unasked;
  const uint32_t kind = s->unasked_kind;
  bool ran_out = true;          /* or it was not asked */
  if (!condition.id) return true;
  const answer a = is_spared(x, s) ? ANSWER_UNKNOWN : ask(x, s, &ran_out);
  if (ran_out) {
    s->unasked_tries++;
    hand_off(x, s, NULL);
    return false;
  }
  x->stats.unasked_taken++;
  switch (a) {
  case ANSWER_UNSAT:
    x->hooks.gone(x->hooks.context, s);
    state_free(s);
    return false;
  case ANSWER_UNKNOWN:
    x->open = condition;
    s->unasked = (expr) {0};
    exec_finish(x, s, OUTCOME_UNKNOWN_ANSWER, solver_unknown_reason(x->solver));
    x->open = (expr) {0};
    return false;
  case ANSWER_SAT: break;
  }
  path_assume(x->solver, &s->path, condition);
  s->unasked = (expr) {0};
  s->unasked_kind = s->unasked_tries = 0;
  if (kind) return exec_finish(x, s, (outcome) (kind - 1), s->unasked_text);
  exec_note_condition(x, s, condition);
  x->stats.forks++;
  return true;
}
