#include "exec/event.h"
#include "exec/internal.h"

#include "base/hash.h"

#include <assert.h>
#include <string.h>

/* Where paths split. */

void exec_forget_caches(exec *x) {
  memset(x->seen, 0, sizeof x->seen);
  memset(x->owned, 0, sizeof x->owned);
}

void exec_note_step(exec *x, const exec_step *step) {
  if (x->trace->steps.count < EXEC_STEPS) vec_push(&x->trace->steps, *step);
  else x->trace->has_more = true;
}

void exec_take_edge(exec *x, state *s, uint64_t edge) {
  assert(edge < x->p->edge_count);
  if (x->trace) {
    x->trace->edges[x->trace->count++ % EXEC_TRACED] = (uint32_t) edge;
    if (x->trace->seen) x->trace->seen[edge] = 1;
    exec_note_step(x, &(exec_step) {.edge = (uint32_t) edge + 1});
  }
  /* What an abstract state takes, perhaps no input does. */
  if (x->edges[edge] || x->fixed || x->probe || s->abstraction) return;
  x->edges[edge] = 1;
  if (s->top->function->is_library) return;
  vec_push(&x->news, ((exec_news) {(uint32_t) edge, s->needs_test}));
  s->needs_test = x->news.count;
  s->covers_new = true;
}

static bool unknown(exec *x, state *s) {
  return exec_finish(x, s, OUTCOME_UNKNOWN_ANSWER,
                     solver_unknown_reason(x->solver));
}

state *exec_split(exec *x, state *s) {
  state *child = state_copy(s);
  child->id = x->next_state++;
  if (x->strategy.has_events) event_note_fork(s);
  assert(child->top == s->top && !s->unasked.id);
  child->covers_new = false;
  child->needs_test = 0;
  exec_forget_caches(x);
  return child;
}

state *exec_split_off(exec *x, state *s) {
  state *child = exec_split(x, s);
  x->stats.forks++;
  child->compared = child->forks = ++s->forks;
  child->parts = ++s->parts;
  s->compared = s->forks;
  return child;
}

void exec_put_number(exec *x, state *s, uint32_t name, uint64_t offset,
                     uint32_t count, uint64_t bits) {
  exec_forget_caches(x);
  object_store(memory_own(&s->memory, x->names, name), x->t, offset, count,
               value_of(bits));
}

void exec_hand_on(exec *x, state *child, const state *parent) {
  x->born = true;
  if (x->forkfree && parent) forkfree_fork(x->forkfree, parent);
  x->hooks.born(x->hooks.context, child, parent);
}

void exec_go(exec *x, state *s, way to) {
  assert(to.pc < s->top->function->insn_count);
  s->pc = to.pc;
  if (to.edge) exec_take_edge(x, s, to.edge - 1);
}

/* The only feasible side, or the side of a narrowed path. */
static fork_result go(exec *x, state *s, way w, fork_result side) {
  exec_go(x, s, w);
  return side;
}

void exec_set_advice(exec *x, exec_advice *advice, void *context) {
  x->advice = advice;
  x->adviser = context;
}

void exec_lead_all(exec *x) { x->leads = true; }

expr exec_open_condition(const exec *x) { return x->open; }

void exec_lead_nowhere(exec *x) { x->leads = false; }

/* A value that the term can have. */
static uint64_t some_value(exec *x, const state *s, expr e) {
  uint64_t bits;
  const unsigned width = expr_width(x->t, e);
  if (width <= 64 && x->advice && x->advice(x->adviser, s, e, &bits)) return bits;
  return path_value(x->solver, &s->path, e);
}

static bool is_picked(const exec *x, const state *s) {
  return (s->picks ? s->picks->count : 0) < x->fixed_pick_count;
}

uint64_t exec_note_pick(exec *x, state *s, uint64_t bits) {
  assert(!s->picks || s->picks->refs);
  const uint32_t number = s->picks ? s->picks->count : 0;
  picked *p = mem_resize(NULL, 1, sizeof *p);
  *p = (picked) {1, number + 1, 0, s->picks};
  p->bits = is_picked(x, s) ? x->fixed_picks[number] : bits;
  s->picks = p;
  return p->bits;
}

uint64_t exec_pick(exec *x, state *s, expr e) {
  return exec_note_pick(x, s, is_picked(x, s) ? 0 : some_value(x, s, e));
}

void exec_fix_picks(exec *x, const uint64_t *picks, uint32_t count) {
  x->fixed_picks = picks;
  x->fixed_pick_count = count;
}

fork_result exec_fork(exec *x, state *s, expr condition, way if_true,
                      way if_false) {
  assert(expr_width(x->t, condition) == 1 && !s->unasked.id);
  if (x->lazy) x->o.unknowns->note_asked(x, condition);
  condition = exec_restrict(x, s, condition);
  if (expr_is_true(x->t, condition)) return go(x, s, if_true, FORK_TRUE);
  if (expr_is_false(x->t, condition)) return go(x, s, if_false, FORK_FALSE);
  const expr negation = expr_not(x->t, condition);
  uint64_t side;
  bool any;
  path_witness *w = exec_led(x, s, condition, &side);
  if (w) {
    if (path_is_decided(x->solver, condition, &any))
      return side ? go(x, s, if_true, FORK_TRUE) : go(x, s, if_false, FORK_FALSE);
    exec_fork_led(x, s, side ? condition : negation, w, side ? if_true : if_false,
                  side ? if_false : if_true);
    return side ? FORK_TRUE : FORK_FALSE;
  }
  answer holds, fails;
  bool is_first;
  switch (exec_ask_within(x, s, condition, &holds, &fails)) {
  case ASKED_BOTH: break;
  case ASKED_ONE:
    is_first = holds == ANSWER_SAT;
    exec_fork_later(x, s, is_first ? condition : negation, is_first ? if_true : if_false,
                    is_first ? if_false : if_true);
    return is_first ? FORK_TRUE : FORK_FALSE;
  case ASKED_NEITHER:
    exec_park(x, s);
    return FORK_ENDED;
  }
  if (holds == ANSWER_SAT && fails == ANSWER_UNSAT)
    return go(x, s, if_true, FORK_TRUE);
  if (holds == ANSWER_UNSAT && fails == ANSWER_SAT)
    return go(x, s, if_false, FORK_FALSE);
  x->open = holds == ANSWER_UNKNOWN ? condition : negation;
  if (holds != ANSWER_SAT && fails != ANSWER_SAT) {
    unknown(x, s);
    x->open = (expr) {0};
    return FORK_ENDED;
  }
  if (holds == ANSWER_UNKNOWN || fails == ANSWER_UNKNOWN) {
    unknown(x, exec_split(x, s));
    x->open = (expr) {0};
    const bool is_true = holds == ANSWER_SAT;
    path_assume(x->solver, &s->path, is_true ? condition : negation);
    exec_note_condition(x, s, is_true ? condition : negation);
    return is_true ? go(x, s, if_true, FORK_TRUE)
                   : go(x, s, if_false, FORK_FALSE);
  }
  x->open = (expr) {0};
  if (x->o.max_depth && s->forks >= x->o.max_depth) {
    exec_finish(x, s, OUTCOME_CUT_DEPTH, NULL);
    return FORK_ENDED;
  }
  if (x->marks) exec_check_parting(x, s, condition);
  state *child = exec_split(x, s);
  path_assume(x->solver, &child->path, negation);
  path_assume(x->solver, &s->path, condition);
  exec_note_condition(x, child, negation);
  exec_note_condition(x, s, condition);
  child->forks++;
  s->forks++;
  assert(path_count(&s->path) && path_count(&child->path));
  const uint64_t site = exec_site(x, s->top->function, s->pc);
  child->decisions = hash_word(child->decisions, 2 * site);
  s->decisions = hash_word(s->decisions, 2 * site + 1);
  child->pc = if_false.pc;
  child->edge_to_mark = if_false.edge;
  child->jumped_from = if_false.edge ? state_insn(s)->block + 1 : 0;
  x->stats.forks++;
  if (x->o.max_forks && x->stats.forks > x->o.max_forks)
    exec_finish(x, child, OUTCOME_CUT_FORKS, NULL);
  else
    exec_hand_on(x, child, s);
  return go(x, s, if_true, FORK_TRUE);
}

/* The block's number is the target instruction's. */
static bool jump(exec *x, state *s, uint32_t from, uint32_t target) {
  assert(s->top->function->blocks[s->top->function->insns[target].block].first == target ||
         target == s->pc);
  s->pc = target;
  return !x->watch ||
         exec_jumped(x, s, from, s->top->function->insns[target].block);
}

bool exec_arrive(exec *x, state *s) {
  if (!exec_ask_now(x, s)) return false;
  const uint32_t edge = s->edge_to_mark, from = s->jumped_from;
  s->edge_to_mark = s->jumped_from = 0;
  if (edge) exec_take_edge(x, s, edge - 1);
  return !from || jump(x, s, from - 1, s->pc);
}

static way edge_to(uint32_t target, uint64_t edge) {
  return (way) {target, (uint32_t) edge + 1};
}

bool exec_branch(exec *x, state *s, const ir_insn *i) {
  value v = exec_get(x, s, i->a, 1);
  if (!exec_need_defined(x, s, &v, 1)) return false;
  return exec_fork(x, s, exec_term(x, v, 1), edge_to(i->b, i->imm),
                   edge_to(i->c, i->imm + 1)) &&
         jump(x, s, i->block, s->pc);
}

/* The number of the case; UINT32_MAX: none. */
uint32_t exec_find_case(const ir_switch *w, uint64_t bits) {
  uint32_t low = 0, high = w->count;
  while (low < high) {
    const uint32_t middle = (low + high) / 2;
    if (w->values[middle] < bits) low = middle + 1;
    else high = middle;
  }
  assert(!low || w->values[low - 1] < bits);
  return low < w->count && w->values[low] == bits ? low : UINT32_MAX;
}

/* The input's case; the others are one state. */
static bool switch_led(exec *x, state *s, const ir_insn *i, expr e, path_witness *led,
                       uint64_t bits) {
  const ir_switch *w = s->top->function->switches.items + i->imm;
  expr same = expr_true(x->t);
  way to = edge_to(w->otherwise, w->otherwise_edge);
  const uint32_t k = exec_find_case(w, bits);
  if (k != UINT32_MAX) {
    same = expr_eq(x->t, e, expr_const(x->t, i->width, bits));
    to = edge_to(w->targets[k], w->edges[k]);
  }
  for (uint32_t j = 0; k == UINT32_MAX && j < w->count; j++)
    same = expr_and(x->t, same, expr_ne(x->t, e, expr_const(x->t, i->width,
                                                            w->values[j])));
  bool is_true;
  if (path_is_decided(x->solver, same, &is_true)) {
    s->pc = to.pc;
    exec_take_edge(x, s, to.edge - 1);
  } else
    exec_fork_led(x, s, same, led, to, (way) {s->pc, NO_EDGE});
  return jump(x, s, i->block, s->pc);
}

bool exec_switch(exec *x, state *s, const ir_insn *i) {
  const ir_switch *w = s->top->function->switches.items + i->imm;
  value v = exec_get(x, s, i->a, i->width);
  if (!exec_need_defined(x, s, &v, i->width)) return false;
  const expr e = exec_term(x, v, i->width);
  const uint32_t here = s->pc;
  uint64_t low, high;
  path_witness *led = i->width <= 64 ? exec_led(x, s, e, &low) : NULL;
  if (led) return switch_led(x, s, i, e, led, low);
  path_range(x->solver, &s->path, e, false, &low, &high);
  /* Each feasible case is born; the state itself keeps the rest. */
  for (uint32_t k = 0; k < w->count; k++) {
    if (w->values[k] < low || w->values[k] > high) continue;
    const expr other = expr_ne(x->t, e, expr_const(x->t, i->width,
                                                   w->values[k]));
    switch (exec_fork(x, s, other, (way) {here, NO_EDGE},
                      edge_to(w->targets[k], w->edges[k]))) {
    case FORK_ENDED: return false;
    case FORK_TRUE: continue;
    case FORK_FALSE: return jump(x, s, i->block, s->pc);
    }
  }
  exec_take_edge(x, s, w->otherwise_edge);
  return jump(x, s, i->block, w->otherwise);
}

bool exec_enumerate(exec *x, state *s, expr e, uint64_t *bits) {
  if (expr_value(x->t, e, bits)) return true;
  if (!exec_decide(x, s, &e)) return false;
  if (expr_value(x->t, e, bits)) return true;
  assert(expr_width(x->t, e) <= 64);
  const way here = {s->pc, NO_EDGE};
  *bits = exec_pick(x, s, e);
  const expr same = expr_eq(x->t, e, expr_const(x->t, expr_width(x->t, e),
                                                *bits));
  return exec_fork(x, s, same, here, here) != FORK_ENDED;
}

bool exec_goto(exec *x, state *s, const ir_insn *i) {
  const unsigned width = x->p->pointer_bits;
  value v = exec_get(x, s, i->a, width);
  if (!exec_need_defined(x, s, &v, width)) return false;
  uint64_t address;
  if (!exec_number(x, s, v, width, &address)) return false;
  const ir_function *f = s->top->function;
  const uint64_t block = address - x->p->symbols.items[f->symbol].address - 1;
  if (block >= f->block_count)
    return exec_finish(x, s, OUTCOME_BAD_POINTER,
                       "jump to an address that is no label");
  return jump(x, s, i->block, f->blocks[block].first);
}

bool exec_assume(exec *x, state *s, expr condition) {
  assert(expr_width(x->t, condition) == 1);
  answer holds, fails;
  uint64_t is_true;
  path_witness *w = exec_led(x, s, condition, &is_true);
  if (w && is_true) {
    path_assume_held(&s->path, condition, w);
    exec_note_condition(x, s, condition);
    return true;
  }
  if (path_may(x->solver, &s->path, condition) == ANSWER_UNKNOWN)
    exec_ask(x, s, condition, &holds, &fails);
  switch (path_assume(x->solver, &s->path, condition)) {
  case ANSWER_SAT:
    exec_note_condition(x, s, condition);
    return true;
  case ANSWER_UNSAT: return exec_finish(x, s, OUTCOME_ASSUMED_AWAY, NULL);
  case ANSWER_UNKNOWN: break;
  }
  return unknown(x, s);
}

/* Blocks with more than one way in. */
static const uint8_t *join_points(exec *x, const ir_function *f) {
  const uint32_t n = x->p->symbols.items[f->symbol].function;
  if (!x->join_points)
    x->join_points = mem_zeroed(x->p->functions.count + 1,
                                sizeof *x->join_points);
  if (x->join_points[n]) return x->join_points[n];
  uint8_t *ways = mem_zeroed(f->block_count + 1, 1);
  for (uint32_t b = 0; b < f->block_count; b++)
    for (uint32_t k = 0; k < f->blocks[b].successor_count; k++) {
      uint8_t *to = ways + f->blocks[b].successors[k];
      if (*to < 2) ++*to;
    }
  return x->join_points[n] = ways;
}

/* After a split, a path at the head of a loop may be equal to another path there; likewise
 * at the head of an enclosing loop, with fewer live values. */
static void note_head(exec *x, state *s, uint32_t block) {
  const ir_function *f = s->top->function;
  const uint64_t at = (uint64_t) s->top->depth << 32 | f->blocks[block].order;
  if ((s->compared == s->forks && at >= s->compared_at) || f->is_library)
    return;
  s->compared = s->forks;
  s->compared_at = at;
  s->at_head = true;
  x->pauses = true;
}

void exec_look_at_jump(exec *x, state *s, uint32_t from, uint32_t to) {
  assert(from < s->top->function->block_count && to < s->top->function->block_count);
  const frame *f = s->top;
  const uint32_t left = exec_place(x, f, from);
  const bool stays = left && exec_place(x, f, to) == left;
  if (x->strategy.joins && !stays &&
      (left || join_points(x, f->function)[to] > 1))
    x->pauses = true;
  const bool is_head = f->function->blocks[to].is_loop_head;
  if (x->forkfree && !left && is_head && to <= from)
    forkfree_iteration(x->forkfree, f->function, to);
  if (!x->strategy.reports_jumps ||
      (stays && forkfree_is_known(x->forkfree, left)))
    return;
  if (stays && is_head) forkfree_note(x->forkfree, left, f->function, to);
  if (x->hooks.jumped(x->hooks.context, s, to)) x->pauses = true;
}

bool exec_jumped(exec *x, state *s, uint32_t from, uint32_t to) {
  const ir_function *f = s->top->function;
  if (exec_is_watched(x)) exec_look_at_jump(x, s, from, to);
  const ir_block *b = f->blocks + to;
  if (x->o.error_label && !strcmp(b->label, x->o.error_label))
    return exec_finish(x, s, OUTCOME_REACH_ERROR, "the label was reached");
  if (!b->is_loop_head) return true;
  if (x->o.max_loop) {
    frame *top = state_own_top(s);
    if (f->blocks[from].order < b->order) top->loops[to] = 0;
    else if (++top->loops[to] > x->o.max_loop)
      return exec_finish(x, s, OUTCOME_CUT_LOOP, NULL);
  }
  if (x->strategy.notes_heads) note_head(x, s, to);
  if (x->strategy.pauses_at_heads) x->pauses = true;
  if (x->strategy.stops_at_heads && !f->is_library) {
    s->at_head = true;
    x->pauses = true;
  }
  return true;
}
