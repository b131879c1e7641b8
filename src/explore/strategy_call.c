#include "explore/internal.h"

/* A state has entered a function that may call itself, or denotes all its calls and
 * returns: what is claimed of all calls goes on. */
admission strategy_call(explore *e, state *s) {
  admission a = {.fate = FATE_DROPPED, .as = HISTORY_CALL, .has_void = true};
  explore_note_coverage(e, s);
  if (s->top->is_any_call) merger_return(e->merger, s, &a.born);
  else if (!merger_call(e->merger, s, &a.born)) {
    const bool is_void = merger_is_void(e->merger, s);  /* it goes with the others */
    a.fate = is_void ? FATE_WAITS : FATE_GOES_ON;
    a.next = is_void ? NULL : s;
  }
  return a;
}
