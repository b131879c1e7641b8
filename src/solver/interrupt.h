#ifndef SOLVER_INTERRUPT_H
#define SOLVER_INTERRUPT_H

#include "base/clock.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * What ends a question before its answer: the end of the run, or the end of the
 * time for one question.  Whatever can take longer than a few milliseconds polls
 * it; there is no other way to stop a link.
 */
typedef struct interrupt {
  volatile const int *stop;     /* a flag that a signal sets; may be NULL */
  uint64_t deadline_ns;         /* of this question; 0: none */
} interrupt;

static inline bool interrupt_is_late(const interrupt *i) {
  return i && i->deadline_ns && clock_ns() > i->deadline_ns;
}

static inline bool interrupt_is_set(const interrupt *i) {
  return i && ((i->stop && *i->stop) || interrupt_is_late(i));
}

#endif
