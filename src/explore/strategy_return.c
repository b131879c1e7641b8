#include "explore/internal.h"

/* A state has returned from a call: it is dropped for an equivalent one that is kept. */
admission strategy_return(explore *e, state *s) {
  return zeq_leave(e->zeq, s, e->cost) ? goes_on(s) : dropped(HISTORY_DROP);
}
