#include "explore/internal.h"

/* The end of an annotated block in a loop: a state that an earlier iteration
 * subsumes does not go on. */
admission strategy_block(explore *e, state *s) {
  state *wider = NULL;
  const revisit what = merger_revisit(e->merger, s, &wider, &e->progress.joins);
  admission a = explore_revisited(s, what, wider);
  if (wider) a.next = wider;
  return a;
}
