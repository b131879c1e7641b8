#include "explore/internal.h"

#include "base/limits.h"

/* Instructions without input or output for one more head that a look goes through, and in the mean
 * from one head to the next before it is given up: a look takes no longer than the run before.
 * Where it gets ahead of joins, it waits for sixteen times zeq_cycle_first, 10 ms. */
enum { EACH_HEAD = 1 << 12, AHEAD = 1 << 20 };

/* Where states are joined, one that is looked at gets ahead of those that could
 * have met it, unless there are none.  And heads that it passes are not counted. */
static bool may_look_ahead(const explore *e, const state *s) {
  if (e->set & STRATEGY_FOLD && merger_counts_heads(e->merger, s)) return false;
  return !(e->set & STRATEGY_JOIN) || s->is_in_region || e->searcher->count == 1 ||
         s->still_for > AHEAD;
}

bool explore_find_hang(explore *e, state *s) {
  const uint64_t heads = limits.zeq_cycle_heads + s->still_for / EACH_HEAD;
  const char *message = NULL;
  switch (cycle_find(e->cycle, s, heads, heads * EACH_HEAD)) {
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

/* A state that comes back to itself ends here.  The time since its last fork is kept for
 * all states: the executor goes by it, too. */
admission strategy_hang(explore *e, state *s) {
  if (!cycle_is_due(s) || !e->cycle || explore_has_fan(e, s) || !may_look_ahead(e, s) ||
      !cycle_is_affordable(e->cycle, s))
    return goes_on(s);
  commons_leave(e->exec, s);
  return explore_find_hang(e, s) ? admission_of(FATE_MOVED, s) : admission_of(FATE_ENDED, NULL);
}
