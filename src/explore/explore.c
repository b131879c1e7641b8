#include "explore/internal.h"

#include "base/clock.h"
#include "base/limits.h"
#include "exec/fan.h"
#include "explore/cost.h"
#include "expr/sweep.h"

#include <assert.h>
#include <malloc.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

static uint64_t memory_resident(void) {
  unsigned long long pages = 0;
  FILE *f = fopen("/proc/self/statm", "r");
  if (!f) return 0;
  if (fscanf(f, "%*s %llu", &pages) != 1) pages = 0;
  fclose(f);
  return pages * (uint64_t) sysconf(_SC_PAGESIZE);
}

/* Between two looks there may have been more. */
static uint64_t memory_peak(void) {
  struct rusage used;
  return getrusage(RUSAGE_SELF, &used) ? 0 : (uint64_t) used.ru_maxrss << 10;
}

searcher *explore_new_searcher(const explore_options *o) {
  return searcher_new(o->strategies & STRATEGY_JOIN ? "join" : o->search, o->seed);
}

explore *explore_new(const explore_options *o,
                     void (*ended)(void *, const state *, const ending *),
                     void (*covered)(void *, const state *),
                     void (*tick)(void *), void *context) {
  explore *e = mem_zeroed(1, sizeof *e);
  e->o = *o;
  e->ended = ended;
  e->covered = covered;
  e->tick = tick;
  e->context = context;
  e->searcher = explore_new_searcher(o);
  held_jobs_init(&e->held, o->ledger);
  return e;
}

/* With its states: a process that leaves the run to others has some. */
void explore_free_searcher(searcher *list) {
  if (!list) return;
  while (list->count) {
    state *s = searcher_any(list);
    list->class_of->remove(list, s);
    state_free(s);
  }
  guide_free(list->guide);
  searcher_free(list);
}

void explore_free(explore *e) {
  if (!e) return;
  if (e->exec) sweep_remove_root(exec_table(e->exec), e);
  later_recall(e);
  vec_release(&e->later);
  explore_free_searcher(e->former);
  cycle_free(e->cycle);
  compact_free(e->loops);
  explore_free_searcher(e->searcher);
  explore_free_searcher(e->usual);
  seeds_free(e->seeds);
  for (uint32_t k = 0; k < e->roots.count; k++) state_free(e->roots.items[k]);
  vec_release(&e->roots);
  state_free(e->again);
  drops_free(e->drops);
  history_release(&e->record);
  history_release(&e->roots_record);
  held_jobs_release(&e->held);
  free(e);
}

/* The run's set of strategies is what was asked for, and what there is.  States pause where
 * the set wants to see them.  (Joins say it themselves.) */
static void choose(explore *e) {
  enum { ARRIVALS = STRATEGY_JOIN | STRATEGY_FOLD | STRATEGY_TEMPLATE };
  unsigned set = e->o.strategies | STRATEGY_HANG;
  if (set & ARRIVALS) set |= STRATEGY_ARRIVE;
  if (e->zeq) set |= STRATEGY_RETURN;
  if (e->seen) set |= STRATEGY_SEEN;
  if (e->merger && set & STRATEGY_JOIN) set |= STRATEGY_BLOCK;
  assert(strategies_agree(set));
  e->set = set;
  e->meets = set & STRATEGY_JOIN;
  if (!e->exec) return;
  exec_strategy strategy = exec_get_strategy(e->exec);
  strategy.has_events |= e->zeq != NULL;
  strategy.merges = set & STRATEGY_BLOCK;
  /* Wherever functions are recursive; no template starts below a fan. */
  strategy.crosses = e->meets && strategy.summaries && !e->merger &&
                     !(set & STRATEGY_TEMPLATE) && exec_program(e->exec)->components;
  strategy.stops_at_recursion = set & STRATEGY_CALL && e->merger;
  if (strategy.stops_at_recursion) merger_expect_recursion(e->merger);
  strategy.stops_at_heads = set & STRATEGY_FOLD;
  strategy.notes_heads = set & STRATEGY_SEEN && !e->seen_rests;
  strategy.reports_jumps = set & STRATEGY_TEMPLATE;
  exec_set_strategy(e->exec, strategy);
}

bool explore_refine(explore *e, const state *s) {
  if (e->set & STRATEGY_FOLD ? !merger_deepen(e->merger)
                             : !e->o.refines || !merger_refine(e->merger, s))
    return false;
  return e->starts_anew = true;
}

void explore_set_merger(explore *e, merger *m) {
  e->merger = m;
  choose(e);
}

void explore_set_zeq(explore *e, zeq *z) {
  e->zeq = z;
  choose(e);
}

void explore_set_seen(explore *e, seen *n) {
  e->seen = n;
  e->seen_rests = 0;
  choose(e);
}

void explore_find_cycles(explore *e, exec *x, const state *start, bool writes_fail) {
  cycle_free(e->cycle);
  e->cycle = cycle_new(x, start, writes_fail);
}

void explore_share_store(explore *e, exec *x) { e->shared.x = x; }

exec_result explore_catch_up(explore *e, state *s) {
  commons_wake(e->exec, s);
  const exec_result result = exec_catch_up(e->exec, s);
  if (result == EXEC_RUNS) commons_rest(s);
  return result;
}

void explore_keep_drops(explore *e) { e->drops = drops_new(); }

drops_result explore_check_drops(explore *e) {
  const bool is_whole = !e->searcher->count && !e->later.count && !e->starts_anew;
  return e->drops && is_whole ? drops_run(e->drops, e->exec, !e->merger, e->o.stop)
                               : (drops_result) {0};
}

void explore_split(explore *e, state *child, const state *parent) {
  explore_of(child)->share = explore_of(parent)->share / 2;
  explore_of(parent)->share = explore_of(child)->share;
  if (child->has_unasked)
    explore_of(child)->job = explore_of(parent)->job = held_jobs_set_off(&e->held, child);
  history_split(&e->record, child, (state *) (uintptr_t) parent);
}

void explore_born(void *context, state *child, const state *parent) {
  explore *e = context;
  if (e->follower) {
    follower_born(e->follower, child);
    return;
  }
  if (parent) commons_born(&e->shared, child, (state *) (uintptr_t) parent);
  if (parent) explore_split(e, child, parent);
  e->searcher->class_of->add(e->searcher, child, parent);
  if (e->searcher->count > e->progress.states_peak)
    e->progress.states_peak = e->searcher->count;
  state *surplus = e->searcher->seeds ? seeds_take_surplus(e->seeds) : NULL;
  if (surplus) exec_cut(e->exec, surplus, OUTCOME_CUT_STATES);
}

/* A path that a stopped solver could not decide was cut by what stopped it. */
static void ended(void *context, const state *s, const ending *end) {
  explore *e = context;
  ending true_end = *end;
  if (e->follower) {
    follower_ended(e->follower, s);
    return;
  }
  if (end->kind == OUTCOME_UNKNOWN_ANSWER && *e->o.stop)
    true_end.kind = (outcome) *e->o.stop;
  if (e->searcher->seeds) seeds_ended(e->seeds, s, &true_end);
  if (explore_of(s)->schedule)
    e->searcher->class_of->remove(e->searcher, (state *) (uintptr_t) s);
  searcher_note_end(e->searcher);
  if (e->starts_anew || e->is_abandoned) return;
  history_end(&e->record, s, &true_end);
  if (e->drops) drops_note_end(e->drops, &true_end);
  if (e->zeq) zeq_count_end(e->zeq, s);
  estimate_retire(&e->estimate, explore_of(s)->share);
  e->progress.paths_ended++;
  e->held.current = explore_of(s)->job;
  e->held.all.items[e->held.current].share += explore_of(s)->share;
  e->is_reporting = true;
  e->ended(e->context, s, &true_end);
  e->is_reporting = false;
  if (*e->o.stop) e->held.all.items[e->held.current].is_spoilt = true;
  e->held.current = 0;
}

/* A side of a fork that nobody asked about is none. */
static void gone(void *context, state *s) {
  explore *e = context;
  if (explore_of(s)->schedule) e->searcher->class_of->remove(e->searcher, s);
  history_drop(&e->record, HISTORY_NONE, s);
  estimate_retire(&e->estimate, explore_of(s)->share);
  e->held.all.items[explore_of(s)->job].share += explore_of(s)->share;
}

static void say(void *context, const char *text) {
  explore *e = context;
  if (!e->is_abandoned) e->message(e->context, text);
}

/* A state that comes to a loop's head pauses there, to be looked at in its next
 * time slice. */
static bool jumped(void *context, state *s, uint32_t to) {
  explore *e = context;
  compact_note_jump(s, to);
  compact_of(s)->at_loop = compact_wants(e->loops, s, to);
  return compact_of(s)->at_loop;
}

exec_hooks explore_hooks(explore *e, void (*message)(void *, const char *)) {
  e->message = message;
  return (exec_hooks) {e, explore_born, ended, say, jumped, gone, later_put_off};
}

void explore_stop(explore *e, outcome why) {
  if (!*e->o.stop) *e->o.stop = (int) why;
}

const compact *explore_get_loops(const explore *e) { return e->loops; }

void explore_model(explore *e, const state *s, fixed_inputs *out) {
  if (!e->searcher->seeds || !seeds_model(e->seeds, s, out))
    exec_model(e->exec, s, out);
}

const seeds *explore_get_seeds(const explore *e) { return e->o.seeds ? e->seeds : NULL; }

const history *explore_get_history(const explore *e) { return &e->record; }

const explore_options *explore_get_options(const explore *e) { return &e->o; }

explore_progress explore_get_progress(const explore *e) {
  explore_progress p = e->progress;
  p.states = e->searcher->count + e->later.count;
  p.waiting = e->unfound;
  if (e->o.store) p.waiting += e->o.store->count(e->o.store->context);
  if (explore_keeps_ledger(e)) p.waiting += e->held.ledger->others(e->held.ledger->context);
  p.cost = e->cost;
  p.estimate = estimate_total(&e->estimate, e->cost);
  p.is_reliable = estimate_is_reliable(&e->estimate, e->cost);
  p.has_split = e->roots.count > 1;
  p.is_held_up = e->roots.count ? e->roots_wait : e->later.count > 0;
  p.order = searcher_order_text(e->searcher);
  p.commons = e->shared.stats;
  return p;
}

/* A join would hide what the state covered: its test is written before. */
void explore_note_coverage(explore *e, state *s) {
  if (!s->needs_test || e->is_abandoned) return;
  e->held.current = explore_of(s)->job;
  e->is_reporting = true;
  e->covered(e->context, s);
  e->is_reporting = false;
  if (*e->o.stop) e->held.all.items[e->held.current].is_spoilt = true;
  e->held.current = 0;
  s->needs_test = 0;
}

/* Others can begin where the first path split. */
static void add_root(void *context, state *s) {
  explore *e = context;
  vec_push(&e->roots, commons_copy(e->exec, s));
}

static void keep_roots(explore *e) {
  searcher_each(e->searcher, add_root, e);
  for (uint32_t k = 0; k < e->later.count; k++) add_root(e, e->later.items[k]);
  e->roots_wait = e->later.count > 0;
  history_copy(&e->roots_record, &e->record);
}

/* Sweeping ----------------------------------------------------------------- */

void explore_add_state(void *context, state *s) {
  state_list *list = context;
  vec_push(list, s);
}

/* Stores of several states: each once. */
static void add_grounds(state_list *all) {
  const uint32_t count = all->count;
  for (uint32_t k = 0; k < count; k++) {
    state *ground = commons_ground(all->items[k]);
    if (ground && ground != vec_last(all)) vec_push(all, ground);
  }
}

/* States of `former` never run again, nor is anything read of them. */
static void mark(void *context, expr_table *t) {
  const explore *e = context;
  state_list all = {0};
  searcher_each(e->searcher, explore_add_state, &all);
  for (uint32_t k = 0; k < e->roots.count; k++)
    vec_push(&all, e->roots.items[k]);
  for (uint32_t k = 0; k < e->later.count; k++) vec_push(&all, e->later.items[k]);
  if (e->again) vec_push(&all, e->again);
  add_grounds(&all);
  states_mark(t, all.items, all.count);
  if (e->drops) drops_mark(e->drops, t);
  vec_release(&all);
}

/* The hostile build checks and sweeps after each of the first slices, then less and
 * less often, so that runs end. */
bool explore_is_time_to_check(uint64_t n) {
  enum { OFTEN = 256 };
  return n % (n / OFTEN + 1) == 0;
}

static void sweep(explore *e) {
  const uint64_t begun = clock_ns();
  sweep_run(exec_table(e->exec));
  e->swept_ns = clock_ns();
  e->sweep_ns = e->swept_ns - begun;
}

/* Between two slices of work nobody has terms on the stack. */
static void sweep_if_due(explore *e) {
  const expr_table *t = exec_table(e->exec);
  switch (e->o.sweeping) {
  case SWEEPING_NEVER: return;
  case SWEEPING_ALWAYS: sweep(e); return;
  case SWEEPING_AUTO:
    if (LIMITS_ARE_HOSTILE && explore_is_time_to_check(++e->sweeps)) sweep(e);
    break;
  }
  if ((sweep_is_due(t) || solver_wants_sweep(exec_solver(e->exec))) &&
      clock_ns() - e->swept_ns >= limits.explore_sweep_share * e->sweep_ns)
    sweep(e);
}

/* Looks at heads ------------------------------------------------------------ */

/* A pause at a head costs something though nobody looks. */
void explore_rest_if_due(explore *e) {
  e->seen_rests = seen_rests_until(e->seen, e->cost);
  if (e->seen_rests) choose(e);
}

/* Budgets ----------------------------------------------------------------- */

/* What was freed may still be resident. */
static void give_back(explore_progress *p) {
  malloc_trim(0);
  p->memory_bytes = memory_resident();
}

/* Half of the states wait on disk, or are cut.  The room of those that are gone is
 * mostly in pages of those that stay: it is used again, but stays resident.  Where
 * that is not enough all states but one wait, and nobody is cut. */
static void make_room(explore *e) {
  const uint64_t limit = e->o.max_memory_bytes;
  aside_shed(e, e->searcher->count / 2, OUTCOME_CUT_MEMORY);
  if (aside_spills(e)) aside_search_depth_first(e);
  give_back(&e->progress);
  if (e->progress.memory_bytes <= limit) return;
  aside_spill(e, 1);
  give_back(&e->progress);
}

/* To put states aside takes memory, too; a commit to the ledger takes some for itself. */
static uint64_t room_to_spill(const explore *e) {
  const uint64_t part = e->o.max_memory_bytes / 8;
  if (!e->held.ledger) return part;
  return part + (part < limits.explore_commit_bytes ? part : limits.explore_commit_bytes);
}

static void look_at_memory(explore *e) {
  explore_progress *p = &e->progress;
  p->memory_bytes = memory_resident();
  if (p->memory_bytes > p->memory_peak_bytes)
    p->memory_peak_bytes = p->memory_bytes;
  const uint64_t limit = e->o.max_memory_bytes;
  const uint64_t enough = limit - room_to_spill(e);
  const uint64_t most = aside_spills(e) ? enough : limit;
  if (!limit || p->memory_bytes <= most || p->memory_bytes <= e->known_bytes)
    return;
  if (e->o.sweeping != SWEEPING_NEVER) {
    sweep(e);
    give_back(p);
    if (p->memory_bytes <= enough) return;
  }
  solver_empty_pool(exec_solver(e->exec));      /* what can be had again */
  give_back(p);
  if (p->memory_bytes > enough) {
    if (e->o.gives_way) {       /* another process has to */
      e->is_full = true;
      return;
    }
    make_room(e);
  }
  /* That did not help: the supervisor ends it soon. */
  if (p->memory_bytes > limit + limit / 16) explore_stop(e, OUTCOME_CUT_MEMORY);
  e->known_bytes = p->memory_bytes + limit / 64;
}

bool explore_has_fan(const explore *e, const state *s) {
  return exec_get_strategy(e->exec).crosses && fan_is_in(s);
}

void explore_look_at_clock(explore *e) {
  if (e->o.deadline_ns && clock_ns() >= e->o.deadline_ns && !*e->o.stop)
    *e->o.stop = OUTCOME_CUT_TIME;
}

static void look_at_budgets(explore *e) {
  explore_look_at_clock(e);
  if (e->o.max_instructions &&
      exec_get_stats(e->exec)->instructions >= e->o.max_instructions)
    *e->o.stop = OUTCOME_CUT_INSTRUCTIONS;
  if (e->o.max_states && e->searcher->count + e->later.count > e->o.max_states)
    aside_shed(e, e->o.max_states, OUTCOME_CUT_STATES);
}

uint64_t explore_cost(const explore *e) {
  return cost_so_far(e->exec, e->progress.joins.joined) + e->reported +
         (e->zeq ? zeq_work(e->zeq) : 0);
}

void explore_look_at_cost(explore *e) {
  const uint64_t now = explore_cost(e);
  if (now > e->cost) e->cost = now;
  estimate_note(&e->estimate, e->cost);
  e->searcher->work = e->cost;
  if (e->seen_rests && e->cost >= e->seen_rests) {
    e->seen_rests = 0;
    choose(e);
  }
  if (searcher_wants_guide(e->searcher))
    searcher_set_guide(e->searcher, guide_new(e->exec));
}

/* Between two looks at the resident size: reading /proc takes some us, a thousandth of the time. */
enum { LOOK_NS = 10000000 };

/* A slice may be short, or spend megabytes in the solver, and native code runs
 * one in less time than it takes to ask: memory goes by the clock. */
static bool is_due(explore *e) {
  const uint64_t now = clock_ns();
  if (now - e->looked_ns < LOOK_NS) return false;
  e->looked_ns = now;
  return true;
}

static void iteration_covered(void *context, state *s) { explore_note_coverage(context, s); }

static void prepare_loops(explore *e) {
  e->loops = NULL;
  if (!(e->o.strategies & STRATEGY_TEMPLATE)) return;
  e->loops = compact_new(e->exec, iteration_covered, e);
  if (e->o.quantifies) compact_quantify(e->loops);
}

/* An allocation of so many bytes is mapped and unmapped by itself: the C library's own first value,
 * which it raises where it is not set. */
enum { MAPPED = 1 << 17 };

void explore_begin(explore *e, exec *x, state *first) {
  mallopt(M_MMAP_THRESHOLD, (int) MAPPED);
  e->exec = x;
  sweep_add_root(exec_table(x), (sweep_root) {"states", e, mark, NULL});
  prepare_loops(e);
  if (e->o.seeds) e->searcher->seeds = e->seeds = seeds_new(x, e->o.seeds);
  if (e->o.seeds) exec_lead_all(x);
  if (e->o.seeds && e->o.ledger) exec_ask_at_once(x);
  history_start(&e->record, first);
  choose(e);
  explore_of(first)->job = held_jobs_add(&e->held, (held_job) {
    .id = JOB_ROOT, .number = JOB_ROOT, .decisions = first->decisions});
  explore_born(e, first, NULL);
  later_begin(e);
  e->again = e->o.refines || e->set & STRATEGY_FOLD || e->o.store || e->o.ledger || e->seeds
                 ? state_copy(first) : NULL;
  if (e->seeds) e->seeds->first = e->again;
}

void explore_keep_roots(explore *e) {
  if (!e->roots.count) keep_roots(e);
}

void explore_set_memory(explore *e, uint64_t max_bytes, bool gives_way) {
  e->o.max_memory_bytes = max_bytes;
  e->o.gives_way = gives_way;
}

void explore_change(explore *e, const explore_options *o) {
  exec *x = e->exec;
  const bool has_own_seeds = o->seeds && o->seeds != e->o.seeds;
  later_recall(e);
  exec_put_off(x, false);
  /* States of before are freed at the end only: until then their pages are shared
   * with the process that goes on with them. */
  e->former = e->searcher;
  e->o = *o;
  e->searcher = explore_new_searcher(o);
  held_jobs_clear(&e->held);
  e->held.ledger = NULL;
  if (e->seeds) seeds_rest(e->seeds);
  exec_lead_nowhere(x);
  e->zeq = NULL;
  e->seen = NULL;
  e->progress = (explore_progress) {.paths_ended = 0};
  e->estimate = (estimate) {0};
  e->reported = e->known_bytes = 0;
  e->is_abandoned = false;
  history_copy(&e->record, &e->roots_record);
  prepare_loops(e);
  choose(e);
  for (uint32_t k = 0; k < e->roots.count && !o->from; k++) {
    state *s = state_copy(e->roots.items[k]);
    explore_of(s)->schedule = NULL;
    explore_of(s)->job = 0;
    explore_born(e, s, NULL);
  }
  if (!o->from) return;
  state *first = state_copy(o->from);
  if (e->set & STRATEGY_FOLD || has_own_seeds) {
    state_free(e->again);
    e->again = state_copy(first);
  }
  if (has_own_seeds) {
    e->searcher->seeds = e->seeds = seeds_new(x, o->seeds);
    e->seeds->first = e->again;
    exec_lead_all(x);
  }
  history_start(&e->record, first);
  explore_born(e, first, NULL);
}

void explore_start_from(explore *e, const state *first) {
  assert(!(e->set & STRATEGY_FOLD) && !e->held.ledger);
  state_free(e->again);
  e->again = state_copy(first);
  if (e->seeds) {
    seeds_rest(e->seeds);
    e->seeds->first = e->again;
  }
  slice_start_anew(e, e->again);
}

/* Between two looks at the clock, some 25 ns each: with the shortest slices, of 64 instructions,
 * below 1 %. */
enum { SLICES = 16 };

static void look_around(explore *e) {
  const bool is_time = ++e->slices % SLICES == 0;
  if (e->o.max_instructions || e->o.max_states || is_time)
    look_at_budgets(e);
  const uint64_t instructions = exec_get_stats(e->exec)->instructions;
  if ((instructions - e->instructions < limits.explore_slice && !is_time) || !is_due(e))
    return;
  e->instructions = instructions;
  look_at_budgets(e);
  look_at_memory(e);
  e->tick(e->context);
}

void explore_charge(explore *e, uint64_t cost) { e->reported += cost; }

void explore_excuse(explore *e, uint64_t cost) {
  assert(cost <= explore_cost(e));
  e->reported -= cost;          /* modulo 2^64 */
}

void explore_extend(explore *e, uint64_t until) { e->until = until; }

bool explore_is_busy(const explore *e) {
  return e->is_reporting || e->follower || e->o.seeds;
}

void explore_abandon(explore *e) {
  e->is_abandoned = true;
  e->until = 0;
}

explore_pause explore_go(explore *e, uint64_t until) {
  e->is_full = false;
  e->until = until;
  e->is_sliced = e->o.is_sliced;
  while (e->searcher->count || e->starts_anew || e->later.count || aside_has_jobs(e)) {
    if (*e->o.stop && e->is_worker) aside_commit_last(e);
    if (*e->o.stop) return EXPLORE_STOPPED;
    if (e->cost >= e->until) return EXPLORE_PAUSED;
    if (e->is_full) return EXPLORE_FULL;
    if (e->starts_anew) slice_start_anew(e, e->again);
    aside_search_as_usual(e);
    later_guess_if_due(e);
    if (later_is_due(e)) later_ask(e);
    else if (!e->searcher->count && explore_keeps_ledger(e)) aside_take_from_ledger(e);
    else if (!e->searcher->count) aside_take_job(e);
    if (e->searcher->count) slice_run(e);
    else if (!e->later.count) continue;
    explore_look_at_cost(e);
    if (e->is_abandoned) return EXPLORE_PAUSED;
    if (!e->roots.count && e->searcher->count + e->later.count > 1) keep_roots(e);
    sweep_if_due(e);
    look_around(e);
    if (aside_is_commit_due(e)) aside_commit_and_share(e);
  }
  if (*e->o.stop) return EXPLORE_STOPPED;
  if (e->is_abandoned) return EXPLORE_PAUSED;
  if (explore_keeps_ledger(e)) e->held.ledger->ended(e->held.ledger->context);
  return EXPLORE_ENDED;
}

void explore_end(explore *e) {
  later_recall(e);
  look_at_memory(e);
  const uint64_t most = memory_peak();
  if (most > e->progress.memory_peak_bytes)
    e->progress.memory_peak_bytes = most;
  if (*e->o.stop) aside_commit_last(e);
  /* What was to be explored anew is not: its first state is cut, with all that it has. */
  if (e->starts_anew) slice_start_anew(e, e->again);
  aside_cut_all(e, (outcome) *e->o.stop);
}

void explore_run(explore *e, exec *x, state *first) {
  explore_begin(e, x, first);
  explore_go(e, UINT64_MAX);
  explore_end(e);
}
