#ifndef MERGE_JOIN_H
#define MERGE_JOIN_H

#include "exec/strategy.h"

/*
 * The join of two states at the same place.
 *
 * Their paths grew from a common one by the guards g and h.  The joined path is
 * the common one and (g or h); a value that differs becomes g ? left : right,
 * as a summary or, where those are off or would grow too large, as a plain
 * if-then-else.  Nothing is lost either way: the joined state denotes
 * exactly the inputs and the values of the two.
 *
 * What cannot be said of a joined state refuses the join, and both go on as
 * they are: a correct answer is obtained if any join is omitted.
 */
typedef enum join_refusal {
#define REFUSAL(NAME, TEXT) JOIN_##NAME,
#include "merge/refusals.def"
  JOIN_REFUSALS
} join_refusal;

typedef struct join_stats {
  uint64_t joined;
  uint64_t refused[JOIN_REFUSALS];
  uint64_t values;              /* registers and words that differed */
  uint64_t lone;                /* objects that only one of them had */
  uint64_t addresses;           /* of those, pointers to different places */
  uint64_t leaves;              /* of all joined values, together */
  double sharing;               /* sum of paths by leaves, of each of them */
} join_stats;

const char *join_refusal_text(join_refusal);

/* Whether the two are at the same place with the same calls below. */
bool join_is_possible(const state *, const state *);

/*
 * A rule that has a say in a join.  `join` gives a term for two values that
 * differ, neither of them a guard, a pointer that may be followed included; {0}
 * leaves them to if-then-else.  A rule also has guards as short as what
 * distinguishes the two paths.
 */
typedef struct join_cell {      /* a word of an object; of none: not of memory */
  uint32_t name, bytes;
  uint64_t offset;
  uint32_t cells;               /* of its size in the object, where all are joined */
} join_cell;

typedef struct join_rule {
  void *context;
  expr (*join)(void *context, expr left, expr right);   /* NULL: none */
  /* What `join` is asked about next; NULL: it does not need to know. */
  join_cell *at;
  /* An object of at most so many words is joined word by word if one of them differs:
   * `join` is asked about all that are numbers and not abstract yet. */
  uint32_t cells;
  /* Not NULL: of long paths only what both have is kept, and this says so. */
  bool *forgot;
  bool forgets;                 /* ... however short they are */
} join_rule;

/* The joined state, or NULL: refused.  Takes neither over. */
state *join_states(exec *, const state *, const state *, join_stats *);
state *join_states_by(exec *, const state *, const state *, const join_rule *,
                      join_stats *);

#endif
