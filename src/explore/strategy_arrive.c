#include "explore/internal.h"

/* A state that was just born takes its edge, and its condition is asked about: behind this
 * row a path is feasible, and says all that the state knows. */
admission strategy_arrive(explore *e, state *s) {
  return explore_catch_up(e, s) == EXEC_ENDED ? admission_of(FATE_ENDED, NULL) : goes_on(s);
}
