#include "explore/internal.h"

#include "base/limits.h"

#include <assert.h>

/* A state runs for a while; before and after, the strategies look at it. */

const strategy_row strategies[STRATEGIES] = {
#define STRATEGY(NAME, ROW, BEFORE, AFTER, NEEDS, EXCLUDES) \
  {#ROW, BEFORE, AFTER, NEEDS, EXCLUDES, strategy_##ROW},
#include "explore/strategies.def"
};

bool strategies_agree(unsigned set) {
  for (unsigned k = 0; k < STRATEGIES; k++)
    if (set >> k & 1 && (strategies[k].needs & ~set || strategies[k].excludes & set))
      return false;
  return true;
}

/* Where states may meet, a head is looked at before the next slice, when they have. */
static unsigned sights_of(const explore *e, const state *s, bool is_before) {
  return SIGHT_ANY | (s->left ? SIGHT_RETURN : 0) | (s->waits ? SIGHT_BLOCK : 0) |
         (s->at_call || s->at_return ? SIGHT_CALL : 0) |
         (s->at_head && (is_before || !e->meets) ? SIGHT_HEAD : 0) |
         (compact_of(s)->at_loop ? SIGHT_LOOP : 0);
}

static void end_sights(state *s, unsigned sights) {
  if (sights & SIGHT_CALL) s->at_call = s->at_return = false;
  if (sights & SIGHT_HEAD) s->at_head = false;
  if (sights & SIGHT_LOOP) compact_of(s)->at_loop = false;
}

static void leave(explore *e, state *s) {
  e->searcher->class_of->remove(e->searcher, s);
  assert(!explore_of(s)->schedule);
  state_free(s);
}

static void drop(explore *e, state *s, history_kind as, unsigned row) {
  explore_note_coverage(e, s);
  if (e->drops) drops_keep(e->drops, s, row);
  history_drop(&e->record, as, s);
  leave(e, s);
}

/* A wider state has their runs. */
static void drop_void(explore *e, unsigned row) {
  state_list all = {0};
  searcher_each(e->searcher, explore_add_state, &all);
  for (uint32_t k = 0; k < all.count; k++) {
    if (!merger_is_void(e->merger, all.items[k])) continue;
    drop(e, all.items[k], HISTORY_FOLD, row);
    e->progress.fates[row][FATE_DROPPED]++;
  }
  vec_release(&all);
}

/* Does to the state what the strategy says.  Whom the next one is asked about. */
static state *apply(explore *e, state *s, admission *a, unsigned row) {
  e->progress.fates[row][a->fate]++;
  if (a->born.count) explore_note_coverage(e, s);
  for (uint32_t k = 0; k < a->born.count; k++) {
    state *born = a->born.items[k];
    explore_of(born)->node = explore_of(s)->node;
    explore_of(born)->schedule = NULL;
    born->covers_new = false;
    born->needs_test = 0;
    if (a->as == HISTORY_WIDEN) history_note(&e->record, a->as, born);
  }
  if (a->fate == FATE_REPLACED) leave(e, s);
  for (uint32_t k = 0; k < a->born.count; k++) explore_born(e, a->born.items[k], NULL);
  vec_release(&a->born);
  if (a->fate == FATE_DROPPED) drop(e, s, a->as, row);
  if (a->has_void) drop_void(e, row);
  return a->next;
}

/* Rows for states without memory of their own. */
enum { SHARED = STRATEGY_ARRIVE | STRATEGY_JOIN | STRATEGY_HANG };

/* Asks the strategies in order.  The state to go on with; NULL: there is none now. */
static state *admit(explore *e, state *s, bool is_before) {
  for (unsigned k = 0; k < STRATEGIES && s; k++) {
    const strategy_row *row = strategies + k;
    const unsigned sights =
        sights_of(e, s, is_before) & (is_before ? row->before : row->after);
    if (!(e->set >> k & 1) || !sights) continue;
    end_sights(s, sights);
    if (commons_has(s) && !(SHARED >> k & 1)) continue;
    admission a = row->admit(e, s);
    s = apply(e, s, &a, k);
    assert(s ? explore_of(s)->schedule && a.fate != FATE_DROPPED : a.fate != FATE_GOES_ON);
    assert(a.fate != FATE_GOES_ON ||
           !(sights_of(e, s, is_before) & sights & SIGHTS_THAT_END));
  }
  return s;
}

/* Frees all states; the first state comes again. */
void slice_start_anew(explore *e, const state *first) {
  searcher *list = e->searcher;
  later_recall(e);
  while (list->count) leave(e, searcher_any(list));
  if (e->merger) merger_restart(e->merger);
  if (e->seen) seen_restart(e->seen);
  if (e->drops) drops_start_anew(e->drops);
  e->starts_anew = false;
  state *again = state_copy(first);
  history_start(&e->record, again);
  explore_born(e, again, NULL);
}

/* Instructions of a slice where states are joined or compared: about PRICE_FORK with what is looked
 * at.  In a region that does not fork: 0.3 ms. */
enum { SHORT_SLICE = SIZED(64, 8), PLAIN_SLICE = SIZED(1 << 15, 1 << 6) };

/* An instruction on diagrams may cost as much as a hundred thousand others: where
 * a slice is to be kept to, it is looked at often, but for where paths do not
 * part. */
static uint64_t fuel_left(const explore *e, const state *s) {
  const uint64_t most = !e->is_sliced               ? limits.explore_slice
                        : exec_is_forkfree(e->exec, s) ? PLAIN_SLICE
                                                    : SHORT_SLICE;
  if (!e->o.max_instructions) return most;
  const uint64_t ran = exec_get_stats(e->exec)->instructions;
  if (ran >= e->o.max_instructions) return 1;
  const uint64_t left = e->o.max_instructions - ran;
  return left < most ? left : most;
}

static uint64_t soft_fuel(const explore *e) {
  return e->is_sliced ? SHORT_SLICE : UINT64_MAX;
}

/* The hostile build looks at a state before and after each slice of it and at a few
 * terms. */
static void check(explore *e, state *s) {
  enum { NODES = 16 };
  if (!LIMITS_ARE_HOSTILE || !explore_is_time_to_check(++e->checks)) return;
  if (commons_has(s)) s->memory = memory_copy(commons_ground(s)->memory);
  state_check(e->exec, s);
  commons_rest(s);
  const expr_table *t = exec_table(e->exec);
  if (e->checked_nodes >= expr_count(t)) e->checked_nodes = 0;
  expr_table_check_some(t, e->checked_nodes, NODES);
  e->checked_nodes += NODES;
}

/* Where no time was given: else a loop that only an overflow leaves would never end.  Less than
 * 0.1 s of numbers, some seconds of symbols. */
enum { MOST_BEHIND = SIZED(1 << 22, 1 << 14) };

static bool is_far_behind(const explore *e, const state *s) {
  return s->passed_at && !e->o.deadline_ns && s->instructions > s->passed_at + MOST_BEHIND;
}

/* With slices of so many instructions, what a state wrote is seen by all after each: the paper's
 * semantics. */
static void count_each(explore *e, const state *s) {
  exec_strategy strategy = exec_get_strategy(e->exec);
  strategy.counts_each = commons_has(s) && limits.multise_slice;
  exec_set_strategy(e->exec, strategy);
}

static bool run(explore *e, state *s) {
  uint64_t fuel = fuel_left(e, s);
  commons_begin(&e->shared, s);
  if (e->shared.x) count_each(e, s);
  if (commons_has(s) && limits.multise_slice && limits.multise_slice < fuel)
    fuel = limits.multise_slice;
  const bool runs = exec_run_within(e->exec, s, fuel, soft_fuel(e)) == EXEC_RUNS;
  commons_end(&e->shared, runs ? s : NULL);
  return runs;
}

void slice_run(explore *e) {
  state *s = e->searcher->class_of->pick(e->searcher);
  if (!s) return;
  assert(exec_keeps_jobs(e->exec) == e->is_short);
  e->running = explore_of(s)->job;
  check(e, s);
  s = admit(e, s, true);
  if (!s) return;
  s->covers_new = false;
  if (e->meets) check(e, s);
  if (!run(e, s)) return;
  if (is_far_behind(e, s)) {
    exec_cut(e->exec, s, OUTCOME_CUT_BEHIND);
    return;
  }
  check(e, s);
  s = admit(e, s, false);
  if (!s) return;
  e->searcher->class_of->ran(e->searcher, s);
  if (e->meets) explore_note_coverage(e, s);
}
