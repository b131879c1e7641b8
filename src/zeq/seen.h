#ifndef ZEQ_SEEN_H
#define ZEQ_SEEN_H

#include "zeq/zeq.h"

/*
 * States seen before.  A state at the head of a loop is compared with all that
 * went on from there earlier, by what its future can see (zeq_encode_whole).
 * If an earlier one has the same set of futures, the later one does not go on.
 *
 * A head is looked at once an arrival, and a state that is kept then runs at
 * least one instruction: so the shortest run to an error from a state that was
 * dropped is also one from the state that was kept, and whatever is dropped on
 * the way there has a shorter one left.  By induction no error is lost; see
 * doc/endless.md.
 *
 * Objects are compared by name, and names of what is to come are not: how often
 * a site allocated, or a block was entered, on the way here is no part of a
 * form.  Let the state K that was kept and the later S have one form.  A
 * dangling pointer in it is the same number in both, and both have had the
 * object of that name: so each one's counter of that site is past it, and
 * neither makes it again, as long as names are unique.  Past UNIQUE_LIVES
 * entries into a block (exec/call.c) names of dead variables come again; a
 * state that runs there has noted it as an assumption, and what K covers for S
 * is proved under K's.  If only S is past that, K's run is the more faithful
 * one.  What is allocated next has another name in S than in K, and the same
 * behaviour, but for programs that compute with addresses as numbers.
 *
 * A state whose values depend on inputs is a set.  Where such sets come to a head
 * again and again without being equal, and are small, the state is split into one
 * state a vector of values, which are numbers from then on.
 *
 * A correct answer is obtained if this is omitted.
 */
typedef struct seen seen;

typedef struct seen_head {
  const ir_function *function;
  uint32_t block, place;
  uint64_t looked, dropped;     /* states */
  uint64_t split;               /* states that were, and ... */
  uint64_t parts;               /* ... into how many */
} seen_head;

typedef struct seen_stats {
  uint64_t looked, dropped, split, parts;
  uint64_t refused;             /* that could not be compared */
  uint64_t skipped;             /* since earlier looks had cost too much */
  uint64_t forgotten;           /* forms, to save memory */
  uint64_t work;                /* in units of cost.h, about */
} seen_stats;

/* `start` is the state before the first instruction, of all that will come; system
 * calls may fail, or not. */
seen *seen_new(exec *, const state *start, bool writes_fail);
void seen_free(seen *);
/* What counts the paths that a state denotes; NULL: nothing. */
void seen_set_weights(seen *, zeq *);

/* Nothing went on so far: exploration starts anew. */
void seen_restart(seen *);

/* The state is at a head, flagged so, when the run had cost so much.  False: it is
 * not to go on.  If it may be split, further states are handed to `born`, with the
 * state that they were split off from. */
typedef struct seen_rule {
  uint64_t cost;
  bool splits;
  void (*born)(void *context, state *child, const state *parent);
  void *context;
} seen_rule;
bool seen_goes_on(seen *, state *, const seen_rule *);
/* What the run will have cost when a look is affordable again: up to then states need
 * not pause at heads.  0: some are now. */
uint64_t seen_rests_until(const seen *, uint64_t cost);

seen_stats seen_get_stats(const seen *);
uint32_t seen_head_count(const seen *);
seen_head seen_get_head(const seen *, uint32_t);

#endif
