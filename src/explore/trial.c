#include "explore/trial.h"

#include "base/mem.h"

/* Costs, in about ten nanoseconds, a concrete instruction's.  What the others
 * cost was fitted to the programs of bench/multise. */
enum { FORK = 500, QUERY = 2500, DIFFERENCE = 300, CONFLICT = 500, GATE = 80,
       NODE = 10, STEP = 40 };

/* The first trial begins after about thirty milliseconds, and has at most one PARTth
 * of what the paths had, somewhat more once they had a second or so; and as much
 * as they if all of them are estimated to cost ENORMOUS times as much as so
 * far. */
#ifdef HOSTILE
enum { FIRST = 1, PART = 1, LARGER_PART = 1, LONG = 1, ENORMOUS = 1 };
enum { TURN = 1000 };
#else
enum { FIRST = 3000000, PART = 10, LARGER_PART = 7, LONG = 100000000,
       ENORMOUS = 1 << 20 };
/* Turns are not too short, since each side has caches of its own. */
enum { TURN = 20000 };
#endif
/* A path that never split and is long is most likely a program on numbers, which
 * native code runs at ten times the speed that costs assume: trials of it are
 * rare and short. */
enum { LATE = 300, LONE = 1, RARELY = 8 };      /* times FIRST */

void trial_init(trial *t, searcher *paths) {
  *t = (trial) {.paths = paths, .next = FIRST};
}

static void free_states(searcher *list) {
  while (list->count) {
    state *s = searcher_any(list);
    list->class_of->remove(list, s);
    state_free(s);
  }
}

void trial_release_held(trial *t) {
  for (uint32_t k = 0; k < t->held.count; k++) {
    state_free(t->held.items[k].state);
    free((char *) (uintptr_t) t->held.items[k].end.message);
  }
  vec_clear(&t->held);
}

void trial_release(trial *t) {
  for (uint32_t k = 0; k < t->roots.count; k++)
    state_free(t->roots.items[k]);
  vec_release(&t->roots);
  if (t->copies) free_states(t->copies);
  searcher_free(t->copies);
  t->copies = NULL;
  trial_release_held(t);
  vec_release(&t->held);
}

static uint64_t cost_of(exec *x, uint64_t joins) {
  const exec_stats *e = exec_get_stats(x);
  const solver_stats *q = solver_get_stats(exec_solver(x));
  const summaries *diagrams = exec_get_summaries(x);
  const uint64_t steps = diagrams ? summaries_get_stats(diagrams)->steps : 0;
  return e->instructions + FORK * (e->forks + joins) +
         QUERY * (q->by_sat + q->by_z3) + DIFFERENCE * q->by_difference +
         CONFLICT * q->sat_work +
         GATE * q->gates + NODE * (uint64_t) expr_count(exec_table(x)) +
         STEP * steps;
}

/* What trials may have cost by now. */
static uint64_t part_of(const trial *t) {
  if (t->is_lone) return t->lone_end;
  if (t->retired * ENORMOUS < 1) return t->path_cost;
  return t->path_cost / (t->path_cost < LONG ? PART : LARGER_PART);
}

/* The trial may think about its questions for as long as its turn is, and no
 * less than it has been given in all; about its diagrams, too. */
static void allow(const trial *t, exec *x) {
  solver_allow(exec_solver(x), t->runs ? 1 + part_of(t) / CONFLICT
                                       : UINT64_MAX);
  summaries *diagrams = exec_get_summaries(x);
  if (!diagrams) return;
  const uint64_t taken = summaries_get_stats(diagrams)->steps;
  summaries_allow(diagrams, t->runs ? taken + 1 + part_of(t) / STEP
                                    : UINT64_MAX);
}

static bool is_spent(exec *x) {
  const summaries *diagrams = exec_get_summaries(x);
  return solver_is_spent(exec_solver(x)) ||
         (diagrams && summaries_are_spent(diagrams));
}

trial_step trial_look(trial *t, exec *x, uint64_t joins) {
  const uint64_t now = cost_of(x, joins) + t->told;
  *(t->runs ? &t->trial_cost : &t->path_cost) += now - t->seen;
  t->seen = now;
  if (t->runs && is_spent(x)) return TRIAL_ABANDON;
  if (t->runs && !t->copies->count) return TRIAL_SUCCEED;
  if (t->runs && t->is_lone && t->trial_cost > t->lone_end)
    return TRIAL_ABANDON;
  if (t->runs)
    return t->trial_cost > part_of(t) + TURN ? TRIAL_SWITCH : TRIAL_NOTHING;
  if (!t->paths->count) return t->copies ? TRIAL_ABANDON : TRIAL_NOTHING;
  if (t->copies)
    return t->trial_cost + TURN < part_of(t) ? TRIAL_SWITCH : TRIAL_NOTHING;
  return t->roots.count && t->path_cost >= t->next ? TRIAL_BEGIN : TRIAL_NOTHING;
}

static void add_root(void *context, state *s) {
  trial *t = context;
  vec_push(&t->roots, state_copy(s));
}

bool trial_is_late(const trial *t) { return t->path_cost >= LATE * FIRST; }

void trial_split(trial *t) {
  t->is_lone = t->paths->count == 1;
  searcher_each(t->paths, add_root, t);
}

static void drop(trial *t) {
  free_states(t->copies);
  searcher_free(t->copies);
  t->copies = NULL;
  t->runs = false;
}

void trial_take(trial *t, trial_step step, exec *x, uint64_t seed) {
  switch (step) {
  case TRIAL_NOTHING: return;
  case TRIAL_BEGIN:
    t->copies = searcher_new("join", seed);
    for (uint32_t k = 0; k < t->roots.count; k++)
      t->copies->class_of->add(t->copies, state_copy(t->roots.items[k]), NULL);
    t->begun++;
    t->lone_end = t->trial_cost + LONE * FIRST + TURN;
    break;
  case TRIAL_SWITCH:
    t->runs = !t->runs;
    solver_use_pool(exec_solver(x), t->runs);
    break;
  case TRIAL_ABANDON:
    trial_release_held(t);
    drop(t);
    solver_empty_pool(exec_solver(x), 1);
    solver_use_pool(exec_solver(x), 0);
    t->next = (t->is_lone ? RARELY : 2) * t->path_cost;
    t->abandoned++;
    break;
  case TRIAL_SUCCEED:
    drop(t);
    free_states(t->paths);
    break;
  }
  allow(t, x);
}

void trial_hold(trial *t, const state *s, const ending *e) {
  held_ending h = {state_copy(s), *e};
  if (e->message) h.end.message = mem_string(e->message);
  vec_push(&t->held, h);
}
