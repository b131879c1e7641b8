#include "explore/trial.h"

#include "base/mem.h"

#include <math.h>

/* Costs, in about ten nanoseconds, a concrete instruction's.  What the others
 * cost was fitted to the programs of bench/multise. */
enum { FORK = 500, QUERY = 1500, DIFFERENCE = 300, CONFLICT = 500, GATE = 80,
       NODE = 10, STEP = 40 };

/* Trials may cost one PARTth of what the paths had.  More if the paths are
 * estimated to cost a MULTIPLE of that: one FIFTH of the estimate if it can be
 * relied on; and until they are LONG, as much as the paths if the estimate is
 * HOPELESS times what those had, or no path has ended, and once MANY have, the
 * LION's share.  The first begins once it may cost LEAST, and the paths have
 * cost FIRST. */
#ifdef HOSTILE
enum { FIRST = 4, LEAST = 1, SLOT = 1000, THOUGHT = 1 };
static const double PART = 1;
enum { TURN = 1000 };
#else
enum { FIRST = 500000, LEAST = 300000, SLOT = 20000000, THOUGHT = 1000000 };
static const double PART = 6;
/* Turns are not too short, since each side has caches of its own. */
enum { TURN = 20000 };
#endif
enum { LONG = 60000000 };
static const double MULTIPLE = 3, FIFTH = 5, LION = 8, HOPELESS = 65536;
/* Of the instructions that the run may take in all, the LION's share is one in: */
enum { AT_MOST = 8 };
/* An estimate can be relied on if it does not sink and paths were about equally
 * deep: the mean square of their shares is less than twice the square of their
 * mean. */
static const double MANY = 64, SINKS = 0.7;
/* A path that never split and is long is most likely a program on numbers, which
 * native code runs at ten times the speed that costs assume: trials of it are
 * rare and short. */
enum { LATE = 1800, LONE = 6, RARELY = 8 };      /* times FIRST */

void trial_init(trial *t, searcher *paths, uint64_t max_instructions) {
  *t = (trial) {.paths = paths, .next = FIRST, .joins = true, .slot = SLOT,
                .joined_slot = SLOT, .most = LONG};
  if (max_instructions && max_instructions / AT_MOST < LONG)
    t->most = max_instructions / AT_MOST;
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

/* What all paths together will cost, by the rate at which shares of the tree
 * have ended lately. */
static double estimate(const trial *t) {
  const double ended = t->retired.sum - t->earlier.retired;
  const double cost = (double) (t->path_cost - t->earlier.cost);
  return ended > 0 ? (double) t->path_cost + (1 - t->retired.sum) * cost / ended
                   : INFINITY;
}

/* Rates are those of the last half of the cost, or somewhat more. */
static void note_rate(trial *t) {
  if (t->path_cost < FIRST / 4 || t->path_cost < 2 * t->later.cost) return;
  const trial_mark now = {t->path_cost, t->retired.sum, estimate(t)};
  t->earlier = t->later;
  t->later = now;
}

static bool are_equally_deep(const trial_shares *r) {
  return r->count > MANY && r->count * r->squares < 2 * r->sum * r->sum;
}

static bool sinks(const trial *t, double all) {
  return all < SINKS * t->later.estimate ||
         t->later.estimate < SINKS * t->earlier.estimate;
}

/* What trials may have cost by now. */
static uint64_t part_of(const trial *t) {
  if (t->is_lone) return t->lone_end;
  const double spent = (double) t->path_cost, all = estimate(t);
  double part = spent / PART;
  const bool is_hopeless = t->retired.count == 0 || all > HOPELESS * spent;
  if (is_hopeless && t->trial_cost < t->most)
    part = t->retired.count > MANY ? LION * spent : spent;
  else if (!is_hopeless && all > MULTIPLE * spent &&
           are_equally_deep(&t->retired) && !sinks(t, all))
    part = fmax(part, fmin(all / FIFTH, LION * spent));
  return (uint64_t) part;
}

void trial_retire(trial *t, double share) {
  if (t->runs) return;
  t->retired.count++;
  t->retired.sum += share;
  t->retired.squares += share * share;
}

/* The trial may think about its questions for as long as its turn is, and no
 * less than half of what it has been given in all, or THOUGHT; about its
 * diagrams, too. */
static void allow(const trial *t, exec *x) {
  const uint64_t part = part_of(t);
  const uint64_t left = part > t->trial_cost ? part - t->trial_cost : 0;
  uint64_t cost = left > part / 2 ? left : part / 2;
  if (cost < THOUGHT) cost = THOUGHT;
  solver_allow(exec_solver(x), t->runs ? 1 + cost / CONFLICT : UINT64_MAX);
  summaries *diagrams = exec_get_summaries(x);
  if (!diagrams) return;
  const uint64_t taken = summaries_get_stats(diagrams)->steps;
  summaries_allow(diagrams, t->runs ? taken + 1 + cost / STEP : UINT64_MAX);
}

static bool is_spent(exec *x) {
  const summaries *diagrams = exec_get_summaries(x);
  return solver_is_spent(exec_solver(x)) ||
         (diagrams && summaries_are_spent(diagrams));
}

/* It had its share of the trials' part: those of the other kind come next, if
 * there is another. */
static bool is_over(const trial *t) {
  if (t->is_lone) return t->trial_cost > t->lone_end;
  return t->has_templates && t->trial_cost - t->start > t->slot;
}

static bool may_begin(const trial *t) {
  return t->roots.count && t->path_cost >= t->next &&
         (t->is_lone || part_of(t) >= LEAST);
}

trial_step trial_look(trial *t, exec *x, uint64_t joins) {
  const uint64_t now = cost_of(x, joins) + t->told;
  *(t->runs ? &t->trial_cost : &t->path_cost) += now - t->seen;
  t->seen = now;
  note_rate(t);
  if (t->runs && is_spent(x)) return TRIAL_ABANDON;
  if (t->runs && !t->copies->count) return TRIAL_SUCCEED;
  if (t->runs && is_over(t)) return TRIAL_ABANDON;
  if (t->runs)
    return t->trial_cost > part_of(t) + TURN ? TRIAL_SWITCH : TRIAL_NOTHING;
  if (!t->paths->count) return t->copies ? TRIAL_ABANDON : TRIAL_NOTHING;
  if (t->copies)
    return t->trial_cost + TURN < part_of(t) ? TRIAL_SWITCH : TRIAL_NOTHING;
  return may_begin(t) ? TRIAL_BEGIN : TRIAL_NOTHING;
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

static void begin(trial *t, uint64_t seed) {
  t->copies = searcher_new(t->joins ? "join" : t->paths->class_of->name, seed);
  for (uint32_t k = 0; k < t->roots.count; k++)
    t->copies->class_of->add(t->copies, state_copy(t->roots.items[k]), NULL);
  t->begun++;
  t->start = t->trial_cost;
  t->lone_end = t->trial_cost + LONE * FIRST + TURN;
}

/* Where there are templates, and a trial with joins had a SLOT's tenth, the next
 * one has none: it begins at once, and may cost as much.  The next with joins
 * may cost twice as much as the last. */
static void change_kind(trial *t) {
  const uint64_t had = t->trial_cost - t->start;
  if (t->is_lone || !t->has_templates || (t->joins && had < SLOT / 10)) return;
  t->joins = !t->joins;
  t->slot = t->joins ? 2 * t->joined_slot : had;
  if (t->joins) t->joined_slot = t->slot;
  else t->next = t->path_cost;
}

void trial_take(trial *t, trial_step step, exec *x, uint64_t seed) {
  switch (step) {
  case TRIAL_NOTHING: return;
  case TRIAL_BEGIN:
    begin(t, seed);
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
    change_kind(t);
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
