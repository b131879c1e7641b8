#include "explore/internal.h"

#include "base/limits.h"
#include "base/prices.h"
#include "exec/model.h"
#include "explore/cost.h"

#include <assert.h>

/*
 * States whose question was put off (exec/unasked.c).  They are in no searcher, but in a
 * heap.  The one that was asked least often is next, and of the oldest of these the nearest
 * to uncovered code: when nobody else is there, or when asking again took less than its
 * share of the work.  One that is feasible is a state like others from then on.  None is
 * forgotten: what still waits at the end is cut.
 *
 * Such a state is no job, and neither is what comes of it or of the side that went on:
 * another process, which asks, would count other forks.  The job that they are below stays
 * with this process until they have ended.  Where processes share the tree and have no
 * stock of jobs (is_short), states that are jobs stay so and ask at once; others go on as
 * they did.
 */

void later_begin(explore *e) {
  const bool asks_at_once = e->o.seeds && e->o.ledger;  /* as explore_begin has it */
  enum { FINDS_OTHERS = STRATEGY_RETURN | STRATEGY_JOIN | STRATEGY_FOLD | STRATEGY_TEMPLATE };
  exec_put_off(e->exec, e->o.puts_off && !(e->set & FINDS_OTHERS) && !e->o.refines &&
                            !asks_at_once && !solver_is_limited(exec_solver(e->exec)));
  exec_keep_jobs(e->exec, e->is_short);
}

/* No seeds: what the model leaves open is 0. */
static bool has_none(void *context, uint32_t seed) {
  (void) context, (void) seed;
  return false;
}

static void say_nothing(void *context, uint32_t seed, const input *i, uint8_t *to) {
  (void) context, (void) seed, (void) i, (void) to;
}

static const seed_source none = {NULL, has_none, say_nothing};

/* Expensive questions have had half of the work.  Many cheap ones do not count: to put
 * them off costs a state each, more than to ask. */
static bool is_hard(const explore *e) {
  const uint64_t work = solver_expensive_work(exec_solver(e->exec));
  return !limits.explore_guess_after || 2 * work * PRICE_CONFLICT >= e->cost;
}

/* A path that follows its model leaves many states behind, which cannot wait on disk.  When
 * five eighths of the memory are used, or a sixteenth more than when this was last seen,
 * there are as many as there may be: the newest, of which most are infeasible or end soon,
 * go first until a quarter is gone.  (What they had stays resident, so the count tells.) */
static bool is_full(explore *e) {
  const uint64_t bytes = e->progress.memory_bytes, limit = e->o.max_memory_bytes;
  const uint32_t count = e->searcher->count + e->later.count;
  if (limit && bytes > limit / 8 * 5 && bytes > e->guess_bytes) {
    e->guess_bytes = bytes + limit / 16;
    e->guess_states = count;
  }
  const uint64_t most = e->guess_states && e->guess_states < limits.explore_guess_states
                            ? e->guess_states : limits.explore_guess_states;
  return count >= (e->is_crowded ? most - most / 4 : most);
}

/* Beyond that states would be cut. */
static bool has_room(const explore *e) {
  return !e->o.max_memory_bytes ||
         e->progress.memory_bytes < e->o.max_memory_bytes / 16 * 13;
}

static void begin_guesses(explore *e) {
  if (!e->seeds) e->seeds = seeds_new(e->exec, &none);
  e->searcher->seeds = e->seeds;
  e->guesses = true;
}

/* While the solver has most of the work, questions that most likely take long wait, but not where
 * states must not be many; at the limit of states the newest go first. */
void later_guess_if_due(explore *e) {
  if (!e->guesses && e->searcher->class_of->interleaves && exec_puts_off(e->exec) &&
      e->cost >= limits.explore_guess_after * COST_MS && is_hard(e))
    begin_guesses(e);
  if (!e->guesses) return;
  const bool has_enough = has_room(e);
  e->is_crowded = is_full(e) || !has_enough;
  seeds_guess(e->seeds, has_enough, e->is_crowded);
  exec_spare_solver(e->exec, is_hard(e) && has_enough && !e->o.max_states);
}

void later_forget_guesses(explore *e) {
  if (!e->guesses) return;
  e->searcher->seeds = NULL;
  if (e->usual) e->usual->seeds = NULL;
  e->guesses = false;
  exec_spare_solver(e->exec, false);
  if (e->o.seeds) return;
  seeds_free(e->seeds);
  e->seeds = NULL;
}

/* The heap -------------------------------------------------------------------- */

static bool is_before(const state *a, const state *b) {
  return a->unasked_tries != b->unasked_tries ? a->unasked_tries < b->unasked_tries
                                              : a->id < b->id;
}

static void put(explore *e, uint32_t at, state *s) {
  state **all = e->later.items;
  for (uint32_t above; at && is_before(s, all[above = (at - 1) / 2]); at = above)
    all[at] = all[above];
  all[at] = s;
}

/* It may have moved. */
static void note(explore *e) {
  e->held.later = e->later.items;
  e->held.later_count = e->later.count;
}

static void add(explore *e, state *s) {
  vec_push(&e->later, s);
  put(e, e->later.count - 1, s);
  note(e);
}

static state *take(explore *e, uint32_t at) {
  assert(at < e->later.count);
  state **all = e->later.items, *taken = all[at], *last = vec_pop(&e->later);
  const uint32_t count = e->later.count;
  note(e);
  if (at == count) return taken;
  for (uint32_t below; (below = 2 * at + 1) < count; at = below) {
    if (below + 1 < count && is_before(all[below + 1], all[below])) below++;
    if (!is_before(all[below], last)) break;
    all[at] = all[below];
  }
  put(e, at, last);
  assert(all[0]->unasked_tries >= taken->unasked_tries);
  return taken;
}

void later_put_off(void *context, state *s, const state *parent) {
  assert(s->has_unasked);
  explore *e = context;
  if (parent) {
    explore_of(s)->schedule = NULL;
    explore_split(e, s, parent);
  } else if (explore_of(s)->schedule) {
    e->searcher->class_of->remove(e->searcher, s);
  }
  add(e, s);
}

/* States whose questions were put off, to find the nearest to uncovered code: at PRICE_NODE each
 * less than half of PRICE_QUERY. */
enum { COMPARED = 63 };

/* Of those at the top. */
static uint32_t next(const explore *e) {
  assert(e->later.count);
  guide *g = e->searcher->guide;
  const uint32_t tries = e->later.items[0]->unasked_tries;
  uint32_t best = 0, least = UINT32_MAX, target;
  for (uint32_t k = 0; k < e->later.count && k < COMPARED && least; k++) {
    const state *s = e->later.items[k];
    if (s->unasked_tries != tries) continue;
    const uint32_t distance = g ? guide_distance(g, s, &target) : 0;
    if (distance >= least) continue;
    least = distance;
    best = k;
  }
  return best;
}

bool later_is_due(const explore *e) {
  if (!e->later.count) return false;
  if (!e->searcher->count && (e->is_dry || !aside_has_jobs(e))) return true;
  const uint64_t most = exec_patience(e->later.items[0]);
  return most && limits.explore_later_share *
                     (e->later_cost + most * PRICE_CONFLICT) <= e->cost;
}

void later_ask(explore *e) {
  const uint64_t before = explore_cost(e);
  state *s = take(e, next(e));
  e->running = explore_of(s)->job;
  if (!s->unasked.id)           /* it asks when it runs */
    e->later_cost += exec_patience(s) * PRICE_CONFLICT;
  if (exec_ask_now(e->exec, s)) explore_born(e, s, NULL);
  e->later_cost += explore_cost(e) - before;
  if (aside_is_commit_due(e)) e->is_dry = false;        /* to look again takes long */
}

void later_recall(explore *e) {
  for (uint32_t k = 0; k < e->later.count; k++) explore_born(e, e->later.items[k], NULL);
  vec_clear(&e->later);
  note(e);
}
