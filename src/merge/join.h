#ifndef MERGE_JOIN_H
#define MERGE_JOIN_H

#include "exec/strategy.h"

/*
 * The join of two states at the same place.
 *
 * Two paths grew from a common path by the guards g and h.  The joined path is the common
 * path and (g or h); a value that differs becomes g ? left : right, as a summary or, where
 * summaries are off or would grow too large, as a plain if-then-else.  Nothing is lost: the
 * joined state denotes exactly the inputs and the values of the two.
 *
 * A difference that a joined state cannot express refuses the join, and both go on: a
 * correct answer is obtained if any join is omitted.
 */
typedef enum join_refusal {
#define REFUSAL(NAME, TEXT) JOIN_##NAME,
#include "merge/refusals.def"
  JOIN_REFUSALS
} join_refusal;

typedef struct join_stats {
  uint64_t joined;
  uint64_t crossed;             /* ... of states with other callers: exec/fan.h */
  uint64_t refused[JOIN_REFUSALS];
  uint64_t values;              /* registers and words that differed */
  uint64_t objects;             /* that differed, compared byte by byte */
  uint64_t lone;                /* objects of only one side */
  uint64_t addresses;           /* pointers among them, to different places */
  uint64_t leaves;              /* of all joined values, together */
  double sharing;               /* sum of ways through the value's diagram by its leaves ... */
  uint64_t counted;             /* ... of so many values: with few nodes and leaves */
} join_stats;

const char *join_refusal_text(join_refusal);

/* Whether the two are at the same place with the same calls below. */
bool join_is_possible(const state *, const state *);
/* ... or with other calls below, where exec_strategy.crosses: their activations of the function
 * agree in all that is read again, and variables of the callers are in registers. */
bool join_may_cross(exec *, const state *, const state *);

/*
 * A rule about joins.  `join` returns a term for two values that differ and are not guards
 * (pointers that may be followed included); {0} leaves the values to if-then-else.  A rule
 * also keeps guards as short as the difference of the two paths.
 */
typedef struct join_cell {      /* a word of an object; of none: not of memory */
  uint32_t name, bytes;
  uint64_t offset;
  uint32_t cells;               /* words of this size in an object with all words joined */
} join_cell;

typedef struct join_rule {
  void *context;
  expr (*join)(void *context, expr left, expr right);   /* NULL: none */
  /* Place of the next value for `join`; NULL: not needed. */
  join_cell *at;
  /* An object of at most so many words is joined word by word if a word differs: `join`
   * gets all words that are numbers and not abstract yet. */
  uint32_t cells;
  /* Not NULL: of long paths only the common part is kept; set if a part was lost. */
  bool *forgot;
  bool forgets;                 /* ... however short */
} join_rule;

/* The joined state, or NULL: refused.  Takes neither over. */
state *join_states(exec *, const state *, const state *, join_stats *);
state *join_states_by(exec *, const state *, const state *, const join_rule *,
                      join_stats *);

/* Writes the objects of `from` that differ from `base` into the memory of `to`: where the
 * guard, a diagram, holds, `to` then has the values of `from`, elsewhere its own.  The caller
 * holds a copy of the old memory.  False: refused, and the memory of `to` is spoilt. */
bool join_commit(exec *, state *to, const state *from, const memory *base, expr guard,
                 join_stats *);

#endif
