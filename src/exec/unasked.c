#include "exec/internal.h"

#include "base/hash.h"

/*
 * Paths that follow an input need no answers: the input shows that the side which it
 * takes is feasible.  The other side is born without a question, with its condition
 * unasked.  It is asked when the state first runs, in whatever order: the state goes on,
 * ends with the bug that it was born for, is cut for want of an answer, or was none.
 * Until then nobody looks at its path's model.  A correct answer is obtained if this is
 * omitted.
 *
 * Forks are counted here that another run, which asks, does not count: such a state is
 * no job.
 */

void exec_ask_at_once(exec *x) { x->asks_at_once = true; }

path_witness *exec_led(exec *x, state *s, expr e, uint64_t *bits) {
  if (!x->advice || x->asks_at_once || x->marks || x->o.max_depth || x->o.max_forks) return NULL;
  return x->advice(x->adviser, s, e, bits);
}

/* The state that goes where the input does not. */
static state *leave(exec *x, state *s, expr condition) {
  state *child = exec_split(x, s);
  child->unasked = condition;
  child->has_unasked = s->has_unasked = true;
  x->stats.unasked++;
  return child;
}

/* No reason to look who is next: the one that is led goes on. */
static void hand_over(exec *x, state *child, const state *parent) {
  const bool born = x->born;
  exec_hand_on(x, child, parent);
  x->born = born;
}

void exec_fork_led(exec *x, state *s, expr condition, path_witness *w, way here,
                   way other) {
  state *child = leave(x, s, expr_not(x->t, condition));
  const uint64_t site = exec_site(x, s->top->function, s->pc);
  child->decisions = hash_word(child->decisions, 2 * site);
  s->decisions = hash_word(s->decisions, 2 * site + 1);
  child->forks++;
  s->forks++;
  child->jumped_from = other.edge ? state_insn(s)->block + 1 : 0;
  child->pc = other.pc;
  child->edge_to_mark = other.edge;
  path_assume_held(&s->path, condition, w);
  exec_note_condition(x, s, condition);
  s->pc = here.pc;
  if (here.edge) exec_take_edge(x, s, here.edge - 1);
  x->led_edge = here.edge;
  hand_over(x, child, s);
}

void exec_require_led(exec *x, state *s, expr condition, path_witness *w, outcome kind,
                      const char *message) {
  state *bad = leave(x, s, expr_not(x->t, condition));
  bad->unasked_kind = (uint32_t) kind + 1;
  bad->unasked_text = message ? exec_intern(x, message) : NULL;
  path_assume_held(&s->path, condition, w);
  hand_over(x, bad, s);
}

uint32_t exec_led_edge(const exec *x) { return x->led_edge; }

bool exec_ask_now(exec *x, state *s) {
  const expr condition = s->unasked;
  const uint32_t kind = s->unasked_kind;
  if (!condition.id) return true;
  x->stats.unasked_taken++;
  path_near(x->solver, &s->path, condition);
  switch (path_may(x->solver, &s->path, condition)) {
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
  s->unasked_kind = 0;
  if (kind) return exec_finish(x, s, (outcome) (kind - 1), s->unasked_text);
  exec_note_condition(x, s, condition);
  x->stats.forks++;
  return true;
}
