#include "explore/internal.h"

/* A state that never leaves a loop, by its template, and does not come back to itself
 * soon.  If no iteration takes an input or prints anything, that is a hang. */
static void stay(explore *e, state *s, compact_staying how) {
  const bool counts = e->cycle && exec_get_options(e->exec)->checks[OUTCOME_HANG];
  exec_cut(e->exec, s, !counts || how == COMPACT_STAYS_ACTIVE ? OUTCOME_ENDLESS
                       : how == COMPACT_STAYS ? OUTCOME_HANG : OUTCOME_CUT_ENDLESS);
}

/* Takes a state that is at a loop's head through the loop, if there is a
 * template for it. */
admission strategy_template(explore *e, state *s) {
  state *stays;
  compact_staying how;
  if (explore_has_fan(e, s)) return goes_on(s);
  const compact_result taken =
      compact_enter(e->loops, s, e->set & STRATEGY_JOIN, &stays, &how);
  if (stays) {
    explore_born(e, stays, s);
    if (how == COMPACT_MAY_STAY || !e->cycle || explore_find_hang(e, stays))
      stay(e, stays, how);
  }
  switch (taken) {
  case COMPACT_UNROLL: return goes_on(s);
  case COMPACT_APPLIED:
    exec_note_template(e->exec, s);
    history_note(&e->record, HISTORY_TEMPLATE, s);
    return admission_of(FATE_MOVED, s);
  case COMPACT_ENDLESS: break;
  }
  if (!e->cycle || explore_find_hang(e, s)) stay(e, s, how);
  return admission_of(FATE_ENDED, NULL);
}
