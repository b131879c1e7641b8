#include "exec/internal.h"


/*
 * The expressions of an annotation (BRAID_MERGE) are C code that the program never runs.
 * Where states are joined this code runs aside, on a copy of the state: the results are the
 * expressions' terms in the state.  The code may branch (`a && b`); then each way has a
 * term, and the guards of the ways select.  Arithmetic wraps there: on a joined state every
 * sum would otherwise need a query for overflow.
 */
typedef struct way_end {
  expr guard;                   /* on top of the state's own path */
  uint32_t first;               /* of its terms */
} way_end;

struct probe {
  exec *x;
  const state *at;
  VEC(state *) todo;
  VEC(way_end) ends;
  VEC(expr) terms;
  bool is_whole;                /* the next end is a way's own */
  bool has_errors;              /* some way has no values */
  bool failed;
};

static void born(void *context, state *child, const state *parent) {
  struct probe *p = context;
  (void) parent;
  vec_push(&p->todo, child);
}

/* States that end before the values are known: by an error or, apparently, not at all. */
static void ended(void *context, const state *s, const ending *end) {
  struct probe *p = context;
  (void) s;
  if (!p->is_whole && outcome_is_bug(end->kind)) p->has_errors = true;
  else p->failed |= !p->is_whole;
  p->is_whole = false;
}

static void say(void *context, const char *text) {
  (void) context;
  (void) text;
}

static expr guard_of(exec *x, const state *s, const state *at) {
  path common = path_common(&s->path, &at->path);
  const uint32_t count = path_count(&s->path), from = path_count(&common);
  expr *all = mem_resize(NULL, count ? count : 1, sizeof *all);
  path_conjuncts(&s->path, all);
  expr guard = expr_true(x->t);
  for (uint32_t k = from; k < count; k++)
    guard = expr_and(x->t, guard, all[k]);
  path_release(&common);
  free(all);
  return guard;
}

bool exec_take_values(exec *x, state *s, const ir_call *c) {
  struct probe *p = x->probe;
  if (!p)
    return exec_finish(x, s, OUTCOME_UNSUPPORTED,
                       "a call of what BRAID_MERGE alone may call");
  vec_push(&p->ends, ((way_end) {guard_of(x, s, p->at), p->terms.count}));
  for (uint32_t k = 1; k < c->arg_count; k++) {
    const unsigned width = c->args[k].width;
    const value v = exec_get(x, s, c->args[k].reg, width);
    const expr e = exec_term(x, v, width);
    p->failed |= width > 64 || expr_has(x->t, e, EXPR_HAS_UNINIT);
    vec_push(&p->terms, e);
  }
  p->is_whole = true;
  return exec_finish(x, s, OUTCOME_SILENT_EXIT, NULL);
}

/* Ways through a region that a probe follows, and instructions: 0.2 ms, and as much as 33 forks at
 * PRICE_FORK for 64 ways that would be states. */
enum { MOST_WAYS = 64, MOST_FUEL = 1 << 14 };

/* Lets all ways run to their ends. */
static void run(struct probe *p) {
  for (unsigned ways = 0; p->todo.count && !p->failed; ways++) {
    state *s = vec_pop(&p->todo);
    if (ways >= MOST_WAYS || exec_catch_up(p->x, s) == EXEC_ENDED) {
      p->failed |= ways >= MOST_WAYS;
      if (ways >= MOST_WAYS) state_free(s);
      continue;
    }
    uint32_t slices = 0;
    while (exec_run(p->x, s, MOST_FUEL) == EXEC_RUNS)
      if (++slices > MOST_WAYS ||
          s->instructions > p->at->instructions + MOST_FUEL) {
        p->failed = true;
        state_free(s);
        break;
      }
  }
  while (p->todo.count) state_free(vec_pop(&p->todo));
}

bool exec_probe(exec *x, const state *at, exec_terms *out, expr *defined) {
  struct probe p = {.x = x, .at = at};
  const exec_hooks hooks = x->hooks;
  const exec_stats stats = x->stats;
  const exec_strategy strategy = x->strategy;
  const bool watches = x->watch, checks = x->o.checks[OUTCOME_OVERFLOW];
  x->hooks = (exec_hooks) {&p, born, ended, say, NULL, NULL, NULL};
  x->probe = &p;
  exec_strategy plain = strategy;
  plain.joins = plain.reports_jumps = false;
  plain.stops_at_recursion = false;
  exec_set_strategy(x, plain);
  x->o.checks[OUTCOME_OVERFLOW] = false;
  state *s = state_copy(at);
  const ir_call *c = s->top->function->calls.items + state_insn(s)->imm;
  exec_set_result(x, s, c, value_of(1));
  s->pc++;
  s->waits = false;
  s->jumped_from = s->edge_to_mark = 0;
  vec_push(&p.todo, s);
  run(&p);
  const bool found = !p.failed && p.ends.count;
  const uint32_t count = found ? p.terms.count / p.ends.count : 0;
  vec_clear(out);
  *defined = expr_true(x->t);
  if (p.has_errors) {
    *defined = expr_false(x->t);
    for (uint32_t n = 0; n < p.ends.count; n++)
      *defined = expr_or(x->t, *defined, p.ends.items[n].guard);
  }
  for (uint32_t k = 0; k < count; k++) {
    expr e = p.terms.items[vec_last(&p.ends).first + k];
    for (uint32_t n = p.ends.count - 1; n-- > 0;)
      e = expr_ite(x->t, p.ends.items[n].guard,
                   p.terms.items[p.ends.items[n].first + k], e);
    vec_push(out, e);
  }
  x->hooks = hooks;
  x->stats = stats;
  x->probe = NULL;
  x->strategy = strategy;
  x->watch = watches;
  x->o.checks[OUTCOME_OVERFLOW] = checks;
  vec_release(&p.todo);
  vec_release(&p.ends);
  vec_release(&p.terms);
  return found;
}

uint32_t exec_annotation(const exec *x, const state *s) {
  (void) x;
  const ir_call *c = s->top->function->calls.items + state_insn(s)->imm;
  return (uint32_t) value_bits(exec_reg(s, c->args[0].reg));
}
