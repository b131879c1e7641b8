#ifndef EXPLORE_STRATEGY_H
#define EXPLORE_STRATEGY_H

#include "explore/history.h"
#include "merge/merger.h"

typedef struct explore explore;

/*
 * Strategies look at a state before and after each of its time slices: a table
 * (strategies.def), in order, each row with a function in a file of its own.  The function
 * returns the fate of the state, and the loop over the table (slice.c) carries the fate
 * out.
 *
 * Every strategy keeps the set of outcomes, or marks the state as abstract; so any set of
 * rows is sound that has the rows' requirements and no exclusion.
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

/* Reasons for a look.  The sight is over before the strategy is asked, so a state is looked
 * at once an arrival, and no copy made by the strategy has the sight. */
enum {
  SIGHT_ANY = 1,                /* at any place */
  SIGHT_RETURN = 2,             /* behind a call with forks: `left` */
  SIGHT_BLOCK = 4,              /* at the end of an annotated block: `waits`, not over */
  SIGHT_CALL = 8,               /* in a recursive function, on entry or where all its calls
                                 * return: `at_call`, `at_return` */
  SIGHT_HEAD = 16,              /* at the head of a loop: `at_head` */
  SIGHT_LOOP = 32,              /* ... with a possible template: compact_fields's `at_loop` */
  SIGHTS_THAT_END = SIGHT_RETURN | SIGHT_CALL | SIGHT_HEAD | SIGHT_LOOP
};

/* The fate of a state. */
typedef enum fate {
  FATE_GOES_ON,
  FATE_DROPPED,                 /* other states have its runs */
  FATE_REPLACED,                /* the state in `born` has its runs, and its place */
  FATE_JOINED,                  /* the strategy removed this state and others, and added
                                 * `next` */
  FATE_MOVED,                   /* the state ran, or skipped iterations: no sight is left */
  FATE_WAITS,                   /* unchanged until its next slice */
  FATE_ENDED,                   /* gone, and reported */
  FATES
} fate;

typedef struct admission {
  fate fate;
  history_kind as;              /* kind of a dropped or widened state in the record */
  state *next;                  /* state for the next row; NULL: the slice is over */
  merger_states born;           /* further states, from the state's place in the record */
  bool has_void;                /* states that came from a narrower state are void */
} admission;

typedef struct strategy_row {
  const char *name;
  unsigned before, after;       /* sights */
  unsigned needs, excludes;     /* rows */
  admission (*admit)(explore *, state *);
} strategy_row;

extern const strategy_row strategies[STRATEGIES];

/* Whether each row's requirements are met and no row is excluded. */
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
