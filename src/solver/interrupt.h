#ifndef SOLVER_INTERRUPT_H
#define SOLVER_INTERRUPT_H

#include "base/clock.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Reasons to end a query before its answer: the end of the run, or of the time for a query.
 * Code that may take longer than a few milliseconds polls the interrupt; nothing else stops
 * a link.
 */
typedef struct interrupt {
  volatile const int *stop;     /* a flag set by a signal; may be NULL */
  uint64_t deadline_ns;         /* of this question; 0: none */
  bool is_given_up;             /* ... as are all, until the caller says otherwise */
} interrupt;

static inline bool interrupt_is_late(const interrupt *i) {
  return i && i->deadline_ns && clock_ns() > i->deadline_ns;
}

/* No query has an answer any more; otherwise the query may be asked again, with more
 * time. */
static inline bool interrupt_is_of_all(const interrupt *i) {
  return (i->stop && *i->stop) || i->is_given_up;
}

static inline bool interrupt_is_set(const interrupt *i) {
  return i && (interrupt_is_of_all(i) || interrupt_is_late(i));
}

#endif
