#ifndef ZEQ_SEEN_H
#define ZEQ_SEEN_H

#include "zeq/zeq.h"

/*
 * States seen before.  A state at the head of a loop is compared with all earlier states
 * that went on from there, by the parts that the future can see (zeq_encode_whole).  If an
 * earlier state has the same set of futures, the later state is dropped.
 *
 * A head is compared once an arrival, and a kept state then runs at least one instruction:
 * so the shortest run to an error from a dropped state is also a run from the kept state,
 * and a drop on the way leaves a shorter one.  By induction no error is lost; see
 * doc/endless.md.
 *
 * Objects are compared by name; names of future objects are not compared: how often a site
 * allocated, or a block was entered, on the way here is no part of a form.  Let the kept
 * state K and the later state S have the same form.  A dangling pointer is the same number
 * in both, and both have had the object of that name: so each counter of that site is past
 * the name, and neither state makes the object again, as long as names are unique.  Past
 * UNIQUE_LIVES entries into a block (exec/call.c) names of dead variables are reused; a
 * state running there has noted an assumption, and a proof of K for S has K's assumption.
 * If only S is past the bound, K's run is the more faithful run.  The next allocation has
 * another name in S than in K, and the same behaviour, except for programs that compute
 * with addresses as numbers.
 *
 * A state whose values depend on inputs is a set.  Where small such sets come to a head
 * again and again without being equal, the state is split into a state for each vector of
 * values, which are numbers from then on.
 *
 * A correct answer is obtained if this is omitted.
 */
typedef struct seen seen;

typedef struct seen_head {
  const ir_function *function;
  uint32_t block, place;
  uint64_t looked, dropped;     /* states */
  uint64_t split;               /* split states, and ... */
  uint64_t parts;               /* ... into how many */
} seen_head;

typedef struct seen_stats {
  uint64_t looked, dropped, split, parts;
  uint64_t refused;             /* states that could not be compared */
  uint64_t skipped;             /* since earlier looks had cost too much */
  uint64_t forgotten;           /* forms, to save memory */
  uint64_t work;                /* in units of cost.h, about */
} seen_stats;

/* `start` is the state before the first instruction, an ancestor of all others; system
 * calls may fail, or not. */
seen *seen_new(exec *, const state *start, bool writes_fail);
void seen_free(seen *);
/* The counter of paths denoted by a state; NULL: none. */
void seen_set_weights(seen *, zeq *);

/* Nothing went on so far: exploration starts anew. */
void seen_restart(seen *);

/* The state is at a head, with these flags, at this cost of the run.  False: the state is
 * dropped.  A split hands further states to `born`, with the original state. */
typedef struct seen_rule {
  uint64_t cost;
  bool splits;
  void (*born)(void *context, state *child, const state *parent);
  void *context;
} seen_rule;
bool seen_goes_on(seen *, state *, const seen_rule *);
/* The cost of the run at which a look is affordable again: until then states need not pause
 * at heads. 0: affordable now. */
uint64_t seen_rests_until(const seen *, uint64_t cost);

seen_stats seen_get_stats(const seen *);
uint32_t seen_head_count(const seen *);
seen_head seen_get_head(const seen *, uint32_t);

#endif
