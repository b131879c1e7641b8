#ifndef EXPLORE_STRATEGY_H
#define EXPLORE_STRATEGY_H

#include "explore/history.h"
#include "merge/merger.h"

typedef struct explore explore;

/*
 * Strategies look at a state before and after each of its time slices: one table
 * (strategies.def), in order, each row with a function in a file of its own.  The function
 * says what becomes of the state, and the loop over the table (slice.c) does that.
 *
 * Whatever a strategy does keeps the set of outcomes, or marks the state as abstract; so
 * any set of rows is sound that has what its rows need and nothing that they exclude.
 */
enum {
#define STRATEGY(NAME, ROW, BEFORE, AFTER, NEEDS, EXCLUDES) ROW_##NAME,
#include "explore/strategies.def"
  STRATEGIES
};

enum {                          /* sets of rows are sums of these */
#define STRATEGY(NAME, ROW, BEFORE, AFTER, NEEDS, EXCLUDES) \
  STRATEGY_##NAME = 1 << ROW_##NAME,
#include "explore/strategies.def"
};

/* Why a state is looked at.  The sight is over before the strategy is asked, so a state is
 * looked at once an arrival, and no copy that the strategy makes has it. */
enum {
  SIGHT_ANY = 1,                /* at any place */
  SIGHT_RETURN = 2,             /* behind a call in which paths split: `left` */
  SIGHT_BLOCK = 4,              /* at the end of an annotated block: `waits`, not over */
  SIGHT_CALL = 8,               /* in a function that may call itself, on entry or where all
                                 * its calls return: `at_call`, `at_return` */
  SIGHT_HEAD = 16,              /* at the head of a loop: `at_head` */
  SIGHT_LOOP = 32,              /* ... that may have a template: compact_part's `at_loop` */
  SIGHTS_THAT_END = SIGHT_RETURN | SIGHT_CALL | SIGHT_HEAD | SIGHT_LOOP
};

/* What becomes of a state. */
typedef enum fate {
  FATE_GOES_ON,
  FATE_DROPPED,                 /* other states have its runs */
  FATE_REPLACED,                /* the one in `born` has its runs, and its place */
  FATE_JOINED,                  /* the strategy removed it and others, and added `next` */
  FATE_MOVED,                   /* it ran, or skipped iterations: no sight is left */
  FATE_WAITS,                   /* it stays as it is until its next slice */
  FATE_ENDED,                   /* it is gone, and that was reported */
  FATES
} fate;

typedef struct admission {
  fate fate;
  history_kind as;              /* how the record has a dropped state, or one that was widened */
  state *next;                  /* about whom the next row is asked; NULL: the slice is over */
  merger_states born;           /* they go on as well, from the state's place in the record */
  bool has_void;                /* states that came from a narrower one are void */
} admission;

typedef struct strategy_row {
  const char *name;
  unsigned before, after;       /* sights */
  unsigned needs, excludes;     /* rows */
  admission (*admit)(explore *, state *);
} strategy_row;

extern const strategy_row strategies[STRATEGIES];

/* Whether each row has what it needs and none that it excludes. */
bool strategies_agree(unsigned set);

#define STRATEGY(NAME, ROW, BEFORE, AFTER, NEEDS, EXCLUDES) \
  admission strategy_##ROW(explore *, state *);
#include "explore/strategies.def"

static inline admission admission_of(fate what, state *next) {
  return (admission) {.fate = what, .next = next};
}

static inline admission goes_on(state *s) { return admission_of(FATE_GOES_ON, s); }

static inline admission dropped(history_kind as) {
  return (admission) {.fate = FATE_DROPPED, .as = as};
}

#endif
