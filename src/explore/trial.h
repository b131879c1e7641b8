#ifndef EXPLORE_TRIAL_H
#define EXPLORE_TRIAL_H

#include "exec/exec.h"
#include "explore/searcher.h"

/*
 * When joining pays.
 *
 * Nobody knows beforehand whether a program is better explored path by path or
 * with joins, so both are tried.  Exploration begins path by path.  When that
 * has cost something, it begins anew where the first path split, on copies, with
 * joins, for a part of the work.  Whoever ends first ends the run, and the
 * other's states are not needed.  (The copies are not of what is left of the
 * paths: their guards would exclude the paths that ended, one by one.)  A trial
 * that meets a question that is too hard for its part is given up, and another
 * begins when the paths have cost twice as much.  So joining costs at most its
 * part, and saves all else.
 *
 * Templates are part of a trial, and may be worth it where joins are not: once
 * one was applied there are two trials beside each other, with joins and without,
 * and the one that has cost less goes on.
 *
 * Its part is small unless much is left.  How much is left: each state has a
 * share of the tree, halved at each split and added where states are joined.
 * If the paths that ended lately had the share w and cost c, all of them will
 * cost about c / w (Knuth's estimate of a tree's size).  It is exact if all
 * paths are equally deep, and may be far off if they are not; then only an
 * enormous one counts.
 *
 * Cost is counted in what was done, never in time.  Bugs found in a trial are
 * bugs; other endings are held back until it is known whether they count.
 */
typedef enum trial_side {
  TRIAL_PATHS,
  TRIAL_JOINED,                 /* joins and templates */
  TRIAL_TEMPLATED,              /* templates alone */
  TRIAL_SIDES
} trial_side;

typedef struct held_ending {
  state *state;
  ending end;
} held_ending;

typedef struct contender {
  searcher *states;             /* NULL: it has not begun, or was given up */
  VEC(held_ending) held;        /* not of paths: theirs are told */
  uint64_t cost;                /* of all that it tried */
  uint64_t next;                /* what the paths cost before it begins again */
} contender;

/* Shares of the tree that ended, path by path. */
typedef struct trial_shares {
  double count, sum, squares;
} trial_shares;

typedef struct trial_mark {
  uint64_t cost;                /* of the paths */
  double retired;               /* shares that had ended by then */
  double estimate;              /* of what all paths will cost */
} trial_mark;

typedef struct trial {
  trial_side runs;              /* whose turn it is */
  trial_side concerned;         /* by the step that comes next */
  contender sides[TRIAL_SIDES]; /* the states of the paths are the caller's */
  VEC(state *) roots;           /* where the first path split ... */
  bool is_lone;                 /* ... or where it was when it was late */
  bool has_templates;           /* one was applied, so there are two trials */
  bool drops;                   /* paths do for which others stand: then they are
                                 * the second kind, and there is no third */
  uint64_t most;                /* cost of trials with more than a part */
  uint64_t lone_end;            /* what trials may have cost by then */
  trial_shares retired;
  trial_mark earlier, later;    /* when the paths had cost a quarter to a half
                                   of what they do now, and a half to all */
  uint64_t told;                /* cost of telling of endings */
  uint64_t seen;                /* cost of all so far */
  uint64_t begun, abandoned;
} trial;

typedef enum trial_step {
  TRIAL_NOTHING,                /* go on */
  TRIAL_SWITCH,                 /* it is another side's turn */
  TRIAL_BEGIN,
  TRIAL_ABANDON,
  TRIAL_SUCCEED
} trial_step;

/* `max_instructions`: of the whole run; 0: any number. */
void trial_init(trial *, searcher *paths, uint64_t max_instructions);
void trial_release(trial *);

/* The paths just split for the first time. */
void trial_split(trial *);
/* One path alone has cost so much that it may be in a loop without end: a short
 * trial may begin where it is. */
bool trial_is_late(const trial *);

/* What comes next, now that the executor and so many joins did so much. */
trial_step trial_look(trial *, exec *, uint64_t joins);

/* Carries it out. */
void trial_take(trial *, trial_step, exec *, uint64_t seed);

/* A path with that share of the tree ended. */
void trial_retire(trial *, double share);

/* An ending to be told if the trial succeeds. */
void trial_hold(trial *, const state *, const ending *);

/* They were told, or do not count. */
void trial_release_held(contender *);

static inline searcher *trial_searcher(const trial *t) {
  return t->sides[t->runs].states;
}

#endif
