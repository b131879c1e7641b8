#ifndef ZEQ_ZEQ_H
#define ZEQ_ZEQ_H

#include "exec/exec.h"

/*
 * z-equivalence of states that return from one call event (rule G-RET of the
 * paper).  Of those in which the caller can see no difference one is kept.
 *
 * The returns of an event are found by the hash of their form and compared in
 * full, one look-up a return.  They are remembered as long as a state is inside
 * the event, so it does not matter who has gone on already: order decides how
 * many states wait, never what is dropped.  A correct answer is obtained if
 * this is omitted.
 *
 * How many paths a state denotes is kept as section 5.1 of the paper defines
 * it: a kept state denotes its own paths and those of all that were
 * dropped for it, before or after it went on.  A state has a weight, the number
 * of a sum over earlier weights; 0 is the weight of one path.
 */
typedef struct zeq zeq;

typedef struct zeq_function {
  const ir_function *function;
  uint64_t returned, kept;      /* states */
  uint64_t spent_ns;            /* on comparing them */
  long double denoted;          /* paths that the kept ones stand for */
} zeq_function;

typedef struct zeq_stats {
  uint64_t returned, kept, nodes, words;
  uint64_t refused;             /* that could not be compared */
  uint64_t skipped;             /* that were not, since it had cost enough */
  uint64_t spent_ns;
  long double paths;            /* that all ended states stand for */
} zeq_stats;

zeq *zeq_new(exec *);
void zeq_free(zeq *);

/* A state has returned from `left`.  True: it goes on.  False: an
 * earlier one is observationally equivalent, and the caller drops it.
 * `cost` is what the run has cost so far, zeq_work included: comparing is kept to a
 * part of it where hardly any state is dropped. */
bool zeq_leave(zeq *, state *, uint64_t cost);

/* What comparing has cost, counted, in units of about ten nanoseconds. */
uint64_t zeq_work(const zeq *);

/* The weight of a state joined of two. */
uint32_t zeq_join_weights(zeq *, uint32_t, uint32_t);

/* A weight of its own, so that others can be added to it later. */
uint32_t zeq_weigh(zeq *, uint32_t);
void zeq_add_weight(zeq *, uint32_t to, uint32_t);

void zeq_count_end(zeq *, const state *);

zeq_stats zeq_get_stats(zeq *);
/* By function, those with most dropped states first; to be freed. */
zeq_function *zeq_get_functions(zeq *, uint32_t *count);

#endif
