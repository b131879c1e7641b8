#ifndef BASE_YIELD_H
#define BASE_YIELD_H

#include <stdint.h>

/*
 * A point within a long computation where the process may let others go first.
 * A process that shares a core by counted work sets the hook; it may wait
 * there, and changes nothing that the computation sees.  `work` is what was
 * done since the last such point and is in no statistic yet: conflicts of CaDiCaL's,
 * or of what is as much in small questions (solver_weigh).
 */
extern void (*yield_hook)(uint64_t work);

static inline void yield(uint64_t work) {
  if (yield_hook) yield_hook(work);
}

#endif
