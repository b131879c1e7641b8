#include "explore/internal.h"

/* The two give way to the state that both are joined to; NULL: they are not. */
static state *join(explore *e, state *s, state *other) {
  searcher *list = e->searcher;
  explore_note_coverage(e, s);
  explore_note_coverage(e, other);
  const bool share = commons_is_one(s, other);
  if (!share) {
    commons_leave(e->exec, s);
    commons_leave(e->exec, other);
  }
  state *joined = e->merger ? merger_join(e->merger, s, other, &e->progress.joins)
                            : join_states(e->exec, s, other, &e->progress.joins);
  if (!joined) return NULL;
  if (share) commons_add(joined, s);
  joined->covers_new = false;
  joined->needs_test = 0;
  if (e->zeq)
    zeq_of(joined)->weight =
        zeq_join_weights(e->zeq, zeq_of(s)->weight, zeq_of(other)->weight);
  history_join(&e->record, joined, s, other);
  list->class_of->remove(list, s);
  list->class_of->remove(list, other);
  state_free(s);
  state_free(other);
  explore_born(e, joined, NULL);
  return joined;
}

/* Joins the state with those that stand where it stands, which are next in join
 * order.  There may be thousands of them, each with questions to the solver, so the clock
 * is looked at in between. */
admission strategy_join(explore *e, state *s) {
  searcher *list = e->searcher;
  fate what = FATE_GOES_ON;
  for (;;) {
    explore_look_at_clock(e);
    if (*e->o.stop) break;
    explore_look_at_cost(e);
    if (e->cost >= e->until) return admission_of(FATE_WAITS, NULL);
    state *first = searcher_first(list);
    if (first != s && searcher_is_level(first, s)) {
      if (explore_catch_up(e, first) == EXEC_ENDED) continue;
      s = first;
    }
    state *other = searcher_next_level(list, s);
    if (!other || !join_is_possible(s, other)) other = searcher_next_crossing(list, e->exec, s);
    if (!other) break;
    /* They are not in step: behind that place they can meet. */
    if (s->is_in_region || other->is_in_region) break;
    if (e->o.only_annotated && !(s->waits && other->waits)) break;
    if (explore_catch_up(e, other) == EXEC_ENDED) continue;
    if (!join_is_possible(s, other) && !join_may_cross(e->exec, s, other)) break;
    state *joined = join(e, s, other);
    if (!joined) break;
    s = joined;
    what = FATE_JOINED;
  }
  exec_strategy strategy = exec_get_strategy(e->exec);
  strategy.joins = !e->o.only_annotated && list->count > 1;
  exec_set_strategy(e->exec, strategy);
  return admission_of(what, s);
}
