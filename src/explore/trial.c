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
enum { FIRST = 4, LEAST = 1, THOUGHT = 1 };
static const double PART = 1;
enum { TURN = 1000 };
#else
enum { FIRST = 500000, LEAST = 300000, THOUGHT = 1000000 };
static const double PART = 6;
/* Turns are not too short, since each side has caches of its own. */
enum { TURN = 20000 };
#endif
/* Of one trial, until the other's; and what the one with joins is ahead, since it
 * has templates, too. */
enum { LONG_TURN = 5 * TURN, AHEAD = 50 * TURN };
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
  *t = (trial) {.most = LONG};
  t->sides[TRIAL_PATHS].states = paths;
  t->sides[TRIAL_JOINED].next = t->sides[TRIAL_TEMPLATED].next = FIRST;
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

void trial_release_held(contender *c) {
  for (uint32_t k = 0; k < c->held.count; k++) {
    state_free(c->held.items[k].state);
    free((char *) (uintptr_t) c->held.items[k].end.message);
  }
  vec_clear(&c->held);
}

static void drop(contender *c) {
  if (!c->states) return;
  free_states(c->states);
  searcher_free(c->states);
  c->states = NULL;
}

void trial_release(trial *t) {
  for (uint32_t k = 0; k < t->roots.count; k++)
    state_free(t->roots.items[k]);
  vec_release(&t->roots);
  for (unsigned k = TRIAL_PATHS + 1; k < TRIAL_SIDES; k++) {
    drop(t->sides + k);
    trial_release_held(t->sides + k);
    vec_release(&t->sides[k].held);
  }
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

static uint64_t path_cost(const trial *t) { return t->sides[TRIAL_PATHS].cost; }

static uint64_t trial_cost(const trial *t) {
  return t->sides[TRIAL_JOINED].cost + t->sides[TRIAL_TEMPLATED].cost;
}

/* What all paths together will cost, by the rate at which shares of the tree
 * have ended lately. */
static double estimate(const trial *t) {
  const double ended = t->retired.sum - t->earlier.retired;
  const double cost = (double) (path_cost(t) - t->earlier.cost);
  return ended > 0 ? (double) path_cost(t) + (1 - t->retired.sum) * cost / ended
                   : INFINITY;
}

/* Rates are those of the last half of the cost, or somewhat more. */
static void note_rate(trial *t) {
  if (path_cost(t) < FIRST / 4 || path_cost(t) < 2 * t->later.cost) return;
  const trial_mark now = {path_cost(t), t->retired.sum, estimate(t)};
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
  const double spent = (double) path_cost(t), all = estimate(t);
  double part = spent / PART;
  const bool is_hopeless = t->retired.count == 0 || all > HOPELESS * spent;
  if (is_hopeless && trial_cost(t) < t->most)
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
  const uint64_t left = part > trial_cost(t) ? part - trial_cost(t) : 0;
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

static bool may_begin(const trial *t, trial_side k) {
  const bool is_wanted =
      k == TRIAL_JOINED || (t->has_templates && !t->is_lone && !t->drops);
  return is_wanted && t->roots.count && path_cost(t) >= t->sides[k].next &&
         (t->is_lone || part_of(t) >= LEAST);
}

/* Whoever runs has a turn of some length. */
static uint64_t charged(const trial *t, trial_side k) {
  return t->sides[k].cost + (k == TRIAL_TEMPLATED ? AHEAD : 0) +
         (k == t->runs ? 0 : LONG_TURN);
}

/* Of the trials that go on or may begin the one that has cost less. */
static trial_side next_trial(const trial *t) {
  trial_side least = TRIAL_PATHS;
  for (unsigned k = TRIAL_PATHS + 1; k < TRIAL_SIDES; k++)
    if ((t->sides[k].states || may_begin(t, k)) &&
        (least == TRIAL_PATHS || charged(t, k) < charged(t, least)))
      least = k;
  return least;
}

static trial_step turn_to(trial *t, trial_side k) {
  t->concerned = k;
  return t->sides[k].states ? TRIAL_SWITCH : TRIAL_BEGIN;
}

static trial_step look_at_paths(trial *t) {
  if (!t->sides[TRIAL_PATHS].states->count) {
    for (unsigned k = TRIAL_PATHS + 1; k < TRIAL_SIDES; k++)
      if (t->sides[t->concerned = k].states) return TRIAL_ABANDON;
    return TRIAL_NOTHING;
  }
  const trial_side k = next_trial(t);
  const bool is_its_turn = trial_cost(t) + TURN < part_of(t) ||
                           (t->is_lone && !t->sides[k].states);
  return k != TRIAL_PATHS && is_its_turn ? turn_to(t, k) : TRIAL_NOTHING;
}

static trial_step look_at_trial(trial *t, exec *x) {
  const contender *c = t->sides + t->runs;
  t->concerned = t->runs;
  if (is_spent(x)) return TRIAL_ABANDON;
  if (!c->states->count) return TRIAL_SUCCEED;
  if (t->is_lone && trial_cost(t) > t->lone_end) return TRIAL_ABANDON;
  if (trial_cost(t) > part_of(t) + TURN) return turn_to(t, TRIAL_PATHS);
  const trial_side k = next_trial(t);
  return k == t->runs ? TRIAL_NOTHING : turn_to(t, k);
}

trial_step trial_look(trial *t, exec *x, uint64_t joins) {
  const uint64_t now = cost_of(x, joins) + t->told;
  t->sides[t->runs].cost += now - t->seen;
  t->seen = now;
  note_rate(t);
  return t->runs ? look_at_trial(t, x) : look_at_paths(t);
}

static void add_root(void *context, state *s) {
  trial *t = context;
  vec_push(&t->roots, state_copy(s));
}

bool trial_is_late(const trial *t) { return path_cost(t) >= LATE * FIRST; }

void trial_split(trial *t) {
  searcher *paths = t->sides[TRIAL_PATHS].states;
  t->is_lone = paths->count == 1;
  searcher_each(paths, add_root, t);
}

static void begin(trial *t, uint64_t seed) {
  const searcher *paths = t->sides[TRIAL_PATHS].states;
  searcher *s = searcher_new(
      t->concerned == TRIAL_JOINED ? "join" : paths->class_of->name, seed);
  for (uint32_t k = 0; k < t->roots.count; k++)
    s->class_of->add(s, state_copy(t->roots.items[k]), NULL);
  t->sides[t->concerned].states = s;
  t->begun++;
  t->lone_end = trial_cost(t) + LONE * FIRST + TURN;
}

static void run(trial *t, exec *x, trial_side side) {
  t->runs = side;
  solver_use_pool(exec_solver(x), side);
}

/* What it found goes with it, but for bugs, which were told. */
static void give_up(trial *t, exec *x, trial_side side) {
  contender *c = t->sides + side;
  trial_release_held(c);
  drop(c);
  solver_empty_pool(exec_solver(x), side);
  c->next = (t->is_lone ? RARELY : 2) * path_cost(t);
}

void trial_take(trial *t, trial_step step, exec *x, uint64_t seed) {
  switch (step) {
  case TRIAL_NOTHING: return;
  case TRIAL_BEGIN:
    begin(t, seed);
    break;
  case TRIAL_SWITCH:
    run(t, x, t->concerned);
    break;
  case TRIAL_ABANDON:
    give_up(t, x, t->concerned);
    t->abandoned++;
    if (t->runs == t->concerned) run(t, x, TRIAL_PATHS);
    break;
  case TRIAL_SUCCEED:
    for (unsigned k = TRIAL_PATHS + 1; k < TRIAL_SIDES; k++)
      if (k != t->concerned) give_up(t, x, k);
    drop(t->sides + t->concerned);
    free_states(t->sides[TRIAL_PATHS].states);
    run(t, x, TRIAL_PATHS);
    break;
  }
  allow(t, x);
}

void trial_hold(trial *t, const state *s, const ending *e) {
  held_ending h = {state_copy(s), *e};
  if (e->message) h.end.message = mem_string(e->message);
  vec_push(&t->sides[t->runs].held, h);
}
