#include "explore/internal.h"

#include "base/limits.h"

/* A state runs for a while: before and after, it is joined, folded, compared, taken
 * through a loop by its template, or looked at for a hang. */

bool explore_refine(explore *e, const state *s) {
  if (e->o.folds ? !merger_deepen(e->merger)
                 : !e->o.refines || !merger_refine(e->merger, s))
    return false;
  return e->starts_anew = true;
}

/* The state in the list gives way to another. */
static state *exchange(explore *e, state *old, state *new) {
  e->searcher->class_of->remove(e->searcher, old);
  state_free(old);
  if (new) explore_born(e, new, NULL);
  return new;
}

/* The end of an annotated block in a loop: a state that an earlier iteration
 * subsumes does not go on. */
static state *pass(explore *e, state *s) {
  state *wider = NULL;
  if (!s->waits || !e->merger) return s;
  switch (merger_revisit(e->merger, s, &wider, &e->progress.joins)) {
  case REVISIT_NEW: break;
  case REVISIT_COVERED:
    explore_note_coverage(e, s);
    history_drop(&e->record, HISTORY_FOLD, s);
    return exchange(e, s, NULL);
  case REVISIT_WIDER: case REVISIT_BOTH:
    explore_note_coverage(e, s);
    explore_of(wider)->node = explore_of(s)->node;
    history_note(&e->record, HISTORY_WIDEN, wider);
    wider->covers_new = false;
    wider->needs_test = 0;
    return exchange(e, s, wider);
  }
  return s;
}

/* Joins the state with those that stand where it stands, which are next in join
 * order.  The state to run, or NULL: it ended.  There may be thousands of them,
 * each with questions to the solver, so the clock is looked at in between. */
static state *meet(explore *e, state *s) {
  searcher *list = e->searcher;
  if (exec_catch_up(e->exec, s) == EXEC_ENDED) return NULL;
  for (;;) {
    explore_look_at_clock(e);
    if (*e->o.stop) return s;
    explore_look_at_cost(e);
    if (e->cost >= e->until) return NULL;       /* goes on with its next slice */
    state *first = searcher_first(list);
    if (first != s && searcher_is_level(first, s)) {
      if (exec_catch_up(e->exec, first) == EXEC_ENDED) continue;
      s = first;
    }
    state *other = searcher_next_level(list, s);
    if (!other || !join_is_possible(s, other)) return s;
    /* They are not in step: behind that place they can meet. */
    if (s->is_in_region || other->is_in_region) return s;
    if (e->o.only_annotated && !(s->waits && other->waits)) return s;
    if (exec_catch_up(e->exec, other) == EXEC_ENDED) continue;
    explore_note_coverage(e, s);
    explore_note_coverage(e, other);
    state *joined = e->merger
        ? merger_join(e->merger, s, other, &e->progress.joins)
        : join_states(e->exec, s, other, &e->progress.joins);
    if (!joined) return s;
    joined->covers_new = false;
    joined->needs_test = 0;
    if (e->zeq)
      zeq_of(joined)->weight = zeq_join_weights(
          e->zeq, zeq_of(s)->weight, zeq_of(other)->weight);
    history_join(&e->record, joined, s, other);
    list->class_of->remove(list, s);
    list->class_of->remove(list, other);
    state_free(s);
    state_free(other);
    explore_born(e, joined, NULL);
    s = joined;
  }
}

/* A wider state has their runs. */
static void drop_void(explore *e) {
  state_list all = {0};
  searcher_each(e->searcher, explore_add_state, &all);
  for (uint32_t k = 0; k < all.count; k++) {
    if (!merger_is_void(e->merger, all.items[k])) continue;
    explore_note_coverage(e, all.items[k]);
    history_drop(&e->record, HISTORY_FOLD, all.items[k]);
    exchange(e, all.items[k], NULL);
  }
  vec_release(&all);
}

/* A state is at the head of a loop: it goes on if invariants do not say that one that
 * did subsumes it, and if it need not be widened.  False: it is gone. */
static bool fold(explore *e, state *s) {
  state *wider = NULL;
  s->at_head = false;
  const revisit what = merger_fold(e->merger, s, &wider, &e->progress.joins);
  if (merger_starts_anew(e->merger)) {
    e->starts_anew = true;
    state_free(wider);
    return false;
  }
  switch (what) {
  case REVISIT_NEW: return true;
  case REVISIT_COVERED:
    explore_note_coverage(e, s);
    history_drop(&e->record, HISTORY_FOLD, s);
    exchange(e, s, NULL);
    return false;
  case REVISIT_WIDER: case REVISIT_BOTH: break;
  }
  explore_note_coverage(e, s);
  explore_of(wider)->node = explore_of(s)->node;
  history_note(&e->record, HISTORY_WIDEN, wider);
  wider->covers_new = false;
  wider->needs_test = 0;
  if (what == REVISIT_BOTH) explore_born(e, wider, NULL);
  else exchange(e, s, wider);
  drop_void(e);
  return what == REVISIT_BOTH;
}

/* These go on in the state's place. */
static void replace(explore *e, state *s, merger_states *born) {
  for (uint32_t k = 0; k < born->count; k++) {
    explore_of(born->items[k])->node = explore_of(s)->node;
    explore_of(born->items[k])->schedule = NULL;
    born->items[k]->covers_new = false;
    born->items[k]->needs_test = 0;
    explore_born(e, born->items[k], NULL);
  }
}

/* A state has entered a function that may call itself, or denotes all its calls and
 * returns.  False: it is gone. */
static bool contract(explore *e, state *s) {
  merger_states born = {0};
  bool is_gone = true;
  explore_note_coverage(e, s);
  if (s->at_return) merger_return(e->merger, s, &born);
  else is_gone = merger_call(e->merger, s, &born);
  s->at_call = s->at_return = false;
  replace(e, s, &born);
  vec_release(&born);
  if (is_gone) {
    history_drop(&e->record, HISTORY_CALL, s);
    exchange(e, s, NULL);
  }
  const bool stays = !is_gone && !merger_is_void(e->merger, s);
  drop_void(e);
  return stays;
}

/* A state does not go on: another does all that it would do.  Its test is written. */
static void drop(explore *e, state *s, history_kind why) {
  explore_note_coverage(e, s);
  history_drop(&e->record, why, s);
  e->progress.drops += why == HISTORY_DROP;
  e->searcher->class_of->remove(e->searcher, s);
  state_free(s);
}

/* A state has returned from a call.  If one that is kept is equivalent, its test is written
 * and it is gone: false. */
static bool leave(explore *e, state *s) {
  if (!e->zeq) {
    event_release(s->left);
    s->left = NULL;
    return true;
  }
  if (zeq_leave(e->zeq, s, e->cost)) return true;
  drop(e, s, HISTORY_DROP);
  return false;
}

/* A state is at the head of a loop.  If one that went on from there
 * subsumes it, its test is written and it is gone: false. */
static bool look_back(explore *e, state *s) {
  const exec_options *o = exec_get_options(e->exec);
  /* A part of a state has no job that describes it: none are made where states may
   * have to wait on disk. */
  const bool is_short = e->o.max_states || e->progress.jobs;
  const seen_rule rule = {
    .cost = e->cost, .born = explore_born, .context = e,
    .splits = !e->o.joins && !e->zeq && !o->max_depth && !o->max_forks && !is_short};
  /* Of a path that follows an input the rest is wanted anyway, and it is long.  And a
   * remainder comes once more to where the path was seen whose sides it has. */
  if (!e->seen || exec_get_stats(e->exec)->remaining ||
      (e->searcher->seeds && seeds_follow(e->searcher->seeds, s))) {
    s->at_head = false;
    return true;
  }
  if (!seen_goes_on(e->seen, s, &rule)) {
    drop(e, s, HISTORY_SEEN);
    return false;
  }
  explore_rest_if_due(e);
  return true;
}

void slice_iteration_covered(void *context, state *s) { explore_note_coverage(context, s); }

/* Where states are joined, one that is looked at gets ahead of those that could
 * have met it, unless there are none.  And heads that it passes are not counted. */
static bool may_look_ahead(const explore *e, const state *s) {
  if (e->o.folds && merger_counts_heads(e->merger, s)) return false;
  return !e->o.joins || s->is_in_region || e->searcher->count == 1 ||
         s->still_for > limits.zeq_cycle_ahead;
}

/* A state that comes back to itself ends here: false. */
static bool look_for_cycle(explore *e, state *s) {
  const uint64_t heads = limits.zeq_cycle_heads + s->still_for / limits.zeq_cycle_head;
  const char *message = NULL;
  switch (cycle_find(e->cycle, s, heads, heads * limits.zeq_cycle_length)) {
  case CYCLE_NONE: return true;
  case CYCLE_ENDED: return false;
  case CYCLE_ACTIVE:
    exec_cut(e->exec, s, OUTCOME_ENDLESS);
    return false;
  case CYCLE_PRINTS: message = "it prints the same for ever"; break;
  case CYCLE_FOUND: break;
  }
  if (exec_get_options(e->exec)->checks[OUTCOME_HANG])
    exec_cut_saying(e->exec, s, OUTCOME_HANG, message);
  else exec_cut(e->exec, s, OUTCOME_ENDLESS);
  return false;
}

/* A state that never leaves a loop, by its template, and does not come back to itself
 * soon.  If no iteration takes an input or prints anything, that is a hang. */
static void stay(explore *e, state *s, compact_staying how) {
  const bool counts = e->cycle && exec_get_options(e->exec)->checks[OUTCOME_HANG];
  exec_cut(e->exec, s, !counts || how == COMPACT_STAYS_ACTIVE ? OUTCOME_ENDLESS
                       : how == COMPACT_STAYS ? OUTCOME_HANG : OUTCOME_CUT_ENDLESS);
}

/* Takes a state that is at a loop's head through the loop, if there is a
 * template for it.  False: it ended. */
static bool enter_loop(explore *e, state *s) {
  if (exec_catch_up(e->exec, s) == EXEC_ENDED) return false;
  if (s->at_head && !look_back(e, s)) return false;
  if (!compact_of(s)->at_loop) return true;
  compact_of(s)->at_loop = false;
  state *stays;
  compact_staying how;
  const compact_result taken =
      compact_enter(e->loops, s, e->o.joins, &stays, &how);
  if (stays) {
    explore_born(e, stays, s);
    if (how == COMPACT_MAY_STAY || !e->cycle || look_for_cycle(e, stays))
      stay(e, stays, how);
  }
  e->progress.templates += taken != COMPACT_UNROLL;
  switch (taken) {
  case COMPACT_UNROLL: return true;
  case COMPACT_APPLIED:
    exec_note_template(e->exec, s);
    history_note(&e->record, HISTORY_TEMPLATE, s);
    return true;
  case COMPACT_ENDLESS: break;
  }
  if (!e->cycle || look_for_cycle(e, s)) stay(e, s, how);
  return false;
}

/* Frees all states; the first state comes again. */
void slice_start_anew(explore *e, const state *first) {
  searcher *list = e->searcher;
  later_recall(e);
  while (list->count) exchange(e, searcher_any(list), NULL);
  merger_restart(e->merger);
  if (e->seen) seen_restart(e->seen);
  e->starts_anew = false;
  state *again = state_copy(first);
  history_start(&e->record, again);
  explore_born(e, again, NULL);
}

/* An instruction on diagrams may cost as much as a hundred thousand others: where
 * a slice is to be kept to, it is looked at often, but for where paths do not
 * part. */
static uint64_t fuel_left(const explore *e, const state *s) {
  const uint64_t most = !e->is_sliced               ? limits.explore_slice
                        : exec_is_forkfree(e->exec, s) ? limits.explore_plain_slice
                                                    : limits.explore_short_slice;
  if (!e->o.max_instructions) return most;
  const uint64_t ran = exec_get_stats(e->exec)->instructions;
  if (ran >= e->o.max_instructions) return 1;
  const uint64_t left = e->o.max_instructions - ran;
  return left < most ? left : most;
}

static uint64_t soft_fuel(const explore *e) {
  return e->is_sliced ? limits.explore_short_slice : UINT64_MAX;
}

/* The hostile build looks at a state before and after each slice of it and at a few
 * terms. */
static void check(explore *e, const state *s) {
  enum { NODES = 16 };
  if (!LIMITS_ARE_HOSTILE || !explore_is_time_to_check(++e->checks)) return;
  state_check(e->exec, s);
  const expr_table *t = exec_table(e->exec);
  if (e->checked_nodes >= expr_count(t)) e->checked_nodes = 0;
  expr_table_check_some(t, e->checked_nodes, NODES);
  e->checked_nodes += NODES;
}

void slice_run(explore *e) {
  const bool joins = e->o.joins;
  state *s = e->searcher->class_of->pick(e->searcher);
  if (!s) return;
  e->running = explore_of(s)->job;
  check(e, s);
  if (joins) {
    s = meet(e, s);
    if (s) s = pass(e, s);
    if (!s) return;
    exec_strategy strategy = exec_get_strategy(e->exec);
    strategy.joins = !e->o.only_annotated && e->searcher->count > 1;
    exec_set_strategy(e->exec, strategy);
  }
  if (e->o.folds) {
    if (exec_catch_up(e->exec, s) == EXEC_ENDED) return;
    if ((s->at_call || s->at_return) && !contract(e, s)) return;
    if (s->at_head && !fold(e, s)) return;
  }
  if (s->at_head && !look_back(e, s)) return;
  if (e->o.templates && !enter_loop(e, s)) return;
  if (s->left && !leave(e, s)) return;
  s->covers_new = false;
  if (joins) check(e, s);
  if (exec_run_within(e->exec, s, fuel_left(e, s), soft_fuel(e)) != EXEC_RUNS) return;
  check(e, s);
  if (s->left && !leave(e, s)) return;
  if (e->o.folds && (s->at_call || s->at_return) && !contract(e, s)) return;
  if (s->at_head && e->o.folds && !fold(e, s)) return;
  if (s->at_head && !joins && !look_back(e, s)) return;
  /* Last, since it moves the state: nobody may think that it is where it paused. */
  if (cycle_is_due(s) && e->cycle && may_look_ahead(e, s) &&
      cycle_is_affordable(e->cycle, s) && !look_for_cycle(e, s))
    return;
  e->searcher->class_of->ran(e->searcher, s);
  if (joins) explore_note_coverage(e, s);
}
