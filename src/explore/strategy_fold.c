#include "explore/internal.h"

admission explore_revisited(state *s, revisit what, state *wider) {
  if (what == REVISIT_COVERED) return dropped(HISTORY_FOLD);
  admission a = what == REVISIT_WIDER ? admission_of(FATE_REPLACED, NULL) : goes_on(s);
  a.as = HISTORY_WIDEN;
  if (wider) vec_push(&a.born, wider);
  return a;
}

/* A state is at the head of a loop: it goes on if invariants do not say that one that
 * did subsumes it, and if it need not be widened. */
admission strategy_fold(explore *e, state *s) {
  state *wider = NULL;
  const revisit what = merger_fold(e->merger, s, &wider, &e->progress.joins);
  if (merger_starts_anew(e->merger)) {
    e->starts_anew = true;
    state_free(wider);
    return admission_of(FATE_WAITS, NULL);
  }
  admission a = explore_revisited(s, what, wider);
  a.has_void = wider;
  return a;
}
