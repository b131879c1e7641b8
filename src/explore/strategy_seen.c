#include "explore/internal.h"

/* Of a path that follows an input the rest is wanted anyway, and it is long. */
static bool rests(const explore *e, const state *s) {
  return e->searcher->seeds && seeds_follow(e->searcher->seeds, s);
}

/* A state is at the head of a loop: it is dropped if one that went on from there
 * subsumes it. */
admission strategy_seen(explore *e, state *s) {
  const exec_options *o = exec_get_options(e->exec);
  /* A part of a state has no job that describes it: none are made where states may
   * have to wait on disk. */
  const bool is_short = e->o.max_states || e->progress.jobs;
  const seen_rule rule = {
    .cost = e->cost, .born = explore_born, .context = e,
    .splits = !(e->set & (STRATEGY_JOIN | STRATEGY_RETURN)) && !o->max_depth &&
              !o->max_forks && !is_short};
  if (rests(e, s) || explore_has_fan(e, s)) return goes_on(s);
  if (!seen_goes_on(e->seen, s, &rule)) return dropped(HISTORY_SEEN);
  explore_rest_if_due(e);
  return goes_on(s);
}
