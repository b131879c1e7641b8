#ifndef ZEQ_ZEQ_H
#define ZEQ_ZEQ_H

#include "exec/exec.h"

/*
 * z-equivalence of states that return from the same call event (rule G-RET of the paper).
 * Of states indistinguishable to the caller only the first is kept.
 *
 * The returns of an event are found by the hash of their form and compared in full, a
 * look-up for each return.  Forms are remembered as long as a state is inside the event, so
 * states that went on already count as well: order decides how many states wait, never
 * whether a state is dropped.  A correct answer is obtained if this is omitted.
 *
 * Numbers of denoted paths follow section 5.1 of the paper: a kept state denotes its own
 * paths and the paths of all states dropped for it, before or after it went on.  A state
 * has a weight, the number of a sum over earlier weights; 0 is the weight of one path.
 */
typedef struct zeq zeq;

typedef struct zeq_function {
  const ir_function *function;
  uint64_t returned, kept;      /* states */
  uint64_t spent_ns;            /* on comparisons, of processor time */
  long double denoted;          /* paths denoted by kept states */
} zeq_function;

typedef struct zeq_stats {
  uint64_t returned, kept, nodes, words;
  uint64_t refused;             /* states that could not be compared */
  uint64_t skipped;             /* states not compared, at too high cost */
  uint64_t spent_ns;
  long double paths;            /* paths denoted by all ended states */
} zeq_stats;

zeq *zeq_new(exec *);
void zeq_free(zeq *);

/* A state has returned from `left`.  True: the state goes on.  False: observationally
 * equivalent to an earlier state, and to be dropped by the caller.  `cost` is the run's
 * cost so far, zeq_work included: comparison is limited to a part of the cost where hardly
 * any state is dropped. */
bool zeq_leave(zeq *, state *, uint64_t cost);

/* The counted cost of comparisons, in units of about ten nanoseconds. */
uint64_t zeq_work(const zeq *);

/* The weight of a state joined of two. */
uint32_t zeq_join_weights(zeq *, uint32_t, uint32_t);

/* A weight of its own, to which others can be added later. */
uint32_t zeq_weigh(zeq *, uint32_t);
void zeq_add_weight(zeq *, uint32_t to, uint32_t);

void zeq_count_end(zeq *, const state *);

zeq_stats zeq_get_stats(zeq *);
/* By function, most dropped states first; to be freed. */
zeq_function *zeq_get_functions(zeq *, uint32_t *count);

#endif
