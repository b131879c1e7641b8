#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <stdint.h>
#include <time.h>

/* A monotonic clock, for spans of time. */
static inline uint64_t clock_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t) t.tv_sec * 1000000000u + (uint64_t) t.tv_nsec;
}

/* Processor time of this process, all its threads together. */
static inline uint64_t clock_used_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (uint64_t) t.tv_sec * 1000000000u + (uint64_t) t.tv_nsec;
}

/* ... of ended child processes and their descendants. */
uint64_t clock_beside_ns(void);

/* As clock_used_ns, at most 100 microseconds more, and cheap; may go back by as much. */
uint64_t clock_used_about_ns(void);
/* A new process has used none. */
void clock_after_fork(void);

static inline double clock_ms(void) { return (double) clock_ns() / 1e6; }

#endif
