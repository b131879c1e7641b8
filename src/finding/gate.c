#include "finding/gate.h"

#include "base/clock.h"
#include "base/mem.h"
#include "explore/cost.h"
#include "finding/alarm.h"
#include "lazy/lazy.h"

#include <string.h>

/*
 * The gate through which every bug passes.
 *
 * Invariant: no bug is reported as one unless its model, taken as numbers from
 * the program's first instruction, ended the program in the twin with the same
 * outcome (but for addresses of nobody) at the same instruction, and asked for no input that the
 * model does not have.  A hang is reported if the twin comes back to itself, wherever, or if a
 * template says of its numbers that it never leaves a loop.  Else the
 * twin runs with no strategy; so whatever led to the state (joins, templates,
 * dropped returns, summaries, a solver's mistake) cannot make a bug of what is
 * none.  What fails here is possible at most, if the state was abstract;
 * otherwise it is counted as a disagreement, and nothing is proved.
 *
 * Tests come through here, too, but those of a path whose end is not known (it
 * was cut, or goes on): such a test claims nothing.
 */

static void twin_born(void *context, state *child, const state *parent) {
  (void) context;
  (void) parent;
  state_free(child);            /* only what is symbolic forks */
}

static void twin_ended(void *context, const state *s, const ending *end) {
  session *mine = context;
  if (mine->twin_ended) return; /* the first one counts */
  mine->twin_ended = true;
  mine->twin_end = *end;
  made_release(mine->twin_made);
  mine->twin_made = s->made;
  if (s->made) s->made->refs++;
  if (end->kind == OUTCOME_UNINIT) mine->twin_state = state_copy(s);
  if (!mine->o->sym_stdout) return;
  FILE *out = mem_stream(&mine->twin_text, &mine->twin_text_size);
  session_print_output(mine, s, out, NULL);
  mem_stream_end(out);
}

static void twin_message(void *context, const char *text) {
  (void) context;
  (void) text;
}

exec_hooks gate_twin_hooks(session *s) {
  return (exec_hooks) {.context = s, .born = twin_born, .ended = twin_ended,
                       .message = twin_message};
}

/* Where objects have short names an address far behind an object of unknown size is one
 * of nobody once the size is a number. */
static bool same_end(const session *s, const ending *had, const ending *predicted) {
  if (had->site != predicted->site) return false;
  return had->kind == predicted->kind ||
         (s->program->object_shift < 32 && predicted->kind == OUTCOME_OUT_OF_BOUNDS &&
          had->kind == OUTCOME_BAD_POINTER);
}

bool gate_is_late(const session *s) {
  return s->stopped_ns && *s->stopped_ns &&
         clock_ms() - (double) *s->stopped_ns / 1e6 > alarm_replay_grace_ms();
}

/* A hang may have been long in its loop before it was seen. */
enum { LONG_BEFORE = 1 << 20 };

static bool never_leaves(session *s, state *run, exec_result *result) {
  bool ended;
  const bool never = compact_never_leaves(s->twin, run, 64, &ended);
  if (ended) *result = EXEC_ENDED;
  return never;
}

void gate_forget(session *s) {
  s->twin_ended = false;
  if (s->twin_state) state_free(s->twin_state);
  s->twin_state = NULL;
}

/* The twin's first state, with these inputs from now on; NULL: there is none. */
static state *begin(session *s, const fixed_inputs *inputs) {
  exec_fix_inputs(s->twin, inputs);
  exec_await_bug(s->twin, 0, OUTCOME_EXIT);
  gate_forget(s);
  free(s->twin_text);
  s->twin_text = NULL;
  char *message = NULL;
  state *run = s->o->entry ? lazy_enter(s->twin, s->o->entry, &message)
                           : state_copy(s->start);
  free(message);
  if (run && s->o->entry) world_set(s->o, s->property->must_end, s->twin, run);
  return run;
}

/* Instructions of a re-execution between two looks at the clock: 42 ms, a tenth of what a stopped
 * run has for its report. */
enum { SLICE = 1 << 22 };

typedef struct costs { uint64_t explored, twin; } costs;

static costs costs_now(const session *s) {
  return (costs) {explore_cost(s->explore), cost_of_twin(s->twin)};
}

/* One re-execution confirms a bug, whichever contender found the bug: no contender pays. */
static void set_apart(session *s, costs had) {
  const uint64_t explored = explore_cost(s->explore) - had.explored;
  s->confirm_cost += explored + cost_of_twin(s->twin) - had.twin;
  explore_excuse(s->explore, explored);
}

bool gate_run(session *s, const fixed_inputs *inputs, uint64_t *fuel) {
  const double began = clock_ms();
  const costs had = costs_now(s);
  const exec_stats *stats = exec_get_stats(s->twin);
  exec_result result = EXEC_RUNS;
  state *run = begin(s, inputs);
  while (run && !s->twin_ended && result == EXEC_RUNS && *fuel && !gate_is_late(s)) {
    const uint64_t before = stats->instructions;
    result = exec_run(s->twin, run, *fuel < SLICE ? *fuel : SLICE);
    const uint64_t ran = stats->instructions - before;
    *fuel -= ran < *fuel ? ran : *fuel;
  }
  if (run && result == EXEC_RUNS) state_free(run);
  exec_fix_inputs(s->twin, NULL);
  s->confirm_ms += clock_ms() - began;
  set_apart(s, had);
  return s->twin_ended;
}

bool gate_confirms(session *s, const fixed_inputs *inputs, const state *end,
                   const ending *predicted) {
  const double began = clock_ms();
  const costs had = costs_now(s);
  state *run = begin(s, inputs);
  s->twin_differs = "it did not begin";
  if (!run) return false;
  exec_await_bug(s->twin, predicted->site, predicted->kind);
  const uint64_t length = exec_model_length(s->exec, end);
  const uint64_t more = predicted->kind == OUTCOME_HANG ? 0 : 1000000;
  const uint64_t limit = length > UINT64_MAX / 2 ? length : length + more;
  exec_result result = EXEC_RUNS;
  bool hangs = false, is_tried = predicted->kind != OUTCOME_HANG;
  while (!s->twin_ended && result == EXEC_RUNS && !hangs && run->instructions < limit) {
    if (gate_is_late(s)) break;
    if (!is_tried && run->instructions > LONG_BEFORE) {
      is_tried = true;
      hangs = never_leaves(s, run, &result);
      continue;
    }
    const uint64_t left = limit - run->instructions;
    result = exec_run(s->twin, run, left < SLICE ? left : SLICE);
  }
  if (!s->twin_ended && result == EXEC_RUNS && !hangs &&
      predicted->kind == OUTCOME_HANG && !gate_is_late(s)) {
    enum { HEADS = 1 << 16, LENGTH = 1 << 24 };
    cycle *c = cycle_new(s->twin, s->start, s->o->max_fail > 0);
    const cycle_result found = cycle_find(c, run, HEADS, LENGTH);
    hangs = found == CYCLE_FOUND || found == CYCLE_PRINTS;
    if (found == CYCLE_ENDED) result = EXEC_ENDED;
    cycle_free(c);
    hangs |= (found == CYCLE_NONE || found == CYCLE_ACTIVE) && never_leaves(s, run, &result);
  }
  if (result == EXEC_RUNS) state_free(run);
  const bool diverged = exec_inputs_diverged(s->twin);
  if (diverged && s->twin_state) {
    state_free(s->twin_state);
    s->twin_state = NULL;
  }
  exec_fix_inputs(s->twin, NULL);
  s->confirm_ms += clock_ms() - began;
  const bool is_true = !diverged && (predicted->kind == OUTCOME_HANG
                                         ? hangs
                                         : s->twin_ended && same_end(s, &s->twin_end, predicted));
  s->twin_differs = diverged         ? "it asked for other inputs"
                    : s->twin_ended  ? "it ended elsewhere"
                                     : "it did not end";
  if (is_true) set_apart(s, had);
  else explore_charge(s->explore, cost_of_twin(s->twin) - had.twin);
  return is_true;
}

state *gate_with_short_model(const session *s, const state *at) {
  static const uint64_t lengths[] = {1 << 10, 1 << 14, 1 << 18, 1 << 22,
                                     1 << 26};
  expr_table *t = exec_table(s->exec);
  state *own = state_copy(at);
  if (!own->skipped.id) return own;
  for (unsigned k = 0; k < sizeof lengths / sizeof *lengths; k++) {
    const expr few = expr_binary(t, EXPR_ULE, own->skipped,
                                 expr_const(t, 64, lengths[k]));
    if (path_may(exec_solver(s->exec), &own->path, few) != ANSWER_SAT)
      continue;
    path_assume(exec_solver(s->exec), &own->path, few);
    break;
  }
  return own;
}

/* What was made up ------------------------------------------------------- */

/* Inline assembly's outputs are made up: what depends on one may never happen.
 * It does not where the rest of the model makes the condition hold whatever
 * they are.  The reason why they were made up, or NULL. */
static const char *depends_on(const session *s, const state *at, expr condition,
                            const fixed_inputs *inputs) {
  expr_table *t = exec_table(s->exec);
  const varset all = varset_of(t, condition);
  const uint32_t count = varset_count(t, all);
  const char *reason = NULL;
  uint32_t *from = mem_zeroed(count, sizeof *from), known = 0;
  expr *to = mem_zeroed(count, sizeof *to);
  for (uint32_t i = 0; i < count; i++) {
    const uint32_t symbol = varset_symbols(t, all)[i];
    const char *made_up = NULL;
    for (uint32_t k = 0; k < inputs->count && !made_up; k++)
      if (inputs->items[k].kind == INPUT_HAVOC &&
          inputs->items[k].symbol == symbol)
        made_up = inputs->items[k].name;
    if (made_up) {
      reason = made_up;
      continue;
    }
    uint64_t limbs[EXPR_MAX_LIMBS] = {0};
    path_value_limbs(exec_solver(s->exec), &at->path, expr_symbol(t, symbol),
                     limbs);
    from[known] = symbol;
    to[known++] = expr_wide(t, expr_symbol_width(t, symbol), limbs);
  }
  bool holds = !reason;
  if (reason) {
    path nothing = {0};
    const expr rest = expr_substitute(t, condition, from, to, known);
    holds = path_may(exec_solver(s->exec), &nothing, expr_not(t, rest)) ==
            ANSWER_UNSAT;
    path_release(&nothing);
  }
  free(from);
  free(to);
  return holds ? NULL : reason;
}

const char *gate_made_up_by(const session *s, const state *at,
                            const fixed_inputs *inputs) {
  const char *reason = NULL;
  bool any = false;
  for (uint32_t k = 0; k < inputs->count; k++)
    any |= inputs->items[k].kind == INPUT_HAVOC;
  if (!any) return NULL;
  const uint32_t count = path_count(&at->path);
  expr *all = mem_zeroed(count, sizeof *all);
  path_conjuncts(&at->path, all);
  for (uint32_t i = 0; i < count && !reason; i++)
    reason = depends_on(s, at, all[i], inputs);
  free(all);
  return reason;
}

state *gate_without_made_up(const session *s, const state *at, const fixed_inputs *inputs) {
  static const uint64_t tried[] = {UINT64_MAX, 0x5a5a5a5a5a5a5a5a, 0};
  expr_table *t = exec_table(s->exec);
  const uint32_t conjuncts = path_count(&at->path);
  expr *all = mem_zeroed(conjuncts, sizeof *all), *to = mem_zeroed(inputs->count, sizeof *to);
  uint32_t *from = mem_zeroed(inputs->count, sizeof *from), count = 0;
  expr every = expr_true(t);
  path_conjuncts(&at->path, all);
  for (uint32_t k = 0; k < inputs->count; k++)
    if (inputs->items[k].kind == INPUT_HAVOC) from[count++] = inputs->items[k].symbol;
  for (unsigned n = 0; n < sizeof tried / sizeof *tried; n++) {
    uint64_t limbs[EXPR_MAX_LIMBS];
    for (unsigned k = 0; k < EXPR_MAX_LIMBS; k++) limbs[k] = tried[n];
    for (uint32_t k = 0; k < count; k++)
      to[k] = expr_wide(t, expr_symbol_width(t, from[k]), limbs);
    for (uint32_t i = 0; i < conjuncts; i++)
      every = expr_and(t, every, expr_substitute(t, all[i], from, to, count));
  }
  for (uint32_t k = 0; k < count; k++)      /* the last that was tried */
    every = expr_and(t, every, expr_eq(t, expr_symbol(t, from[k]), to[k]));
  state *own = NULL;
  if (path_may(exec_solver(s->exec), &at->path, every) == ANSWER_SAT) {
    own = state_copy(at);
    path_assume(exec_solver(s->exec), &own->path, every);
  }
  free(all);
  free(to);
  free(from);
  return own;
}
