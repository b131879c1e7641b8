#ifndef EXPLORE_SEARCHER_H
#define EXPLORE_SEARCHER_H

#include "base/random.h"
#include "exec/state.h"
#include "explore/guide.h"

/*
 * The worklist: which state runs next, a table of functions for each strategy.  The
 * searcher does not own the states; each is removed before it dies.
 *
 *   dfs          the youngest; a state runs until its end, or until no state has ended for
 *                long: then others come first
 *   bfs          the oldest; a state that forked goes to the end
 *   random-path  a random way down the tree of forks: shallow states, and subtrees with
 *                few states, come as often as deep states
 *   join         earliest in loop-aware reverse postorder, callees first: so states meet
 *                where they can be joined
 *   function     the deepest call first, likewise; a fixed share to any state
 *   coverage     states with new coverage, then states near to uncovered code, and now and
 *                then a random path
 *   interleaved  newest first, coverage and random path on a single tree, by fixed shares
 *                of the work; and seeds, if there are any
 *   seeking      interleaved, most of the work towards uncovered code
 */
typedef struct searcher searcher;

typedef struct searcher_class {
  const char *name;
  void (*add)(searcher *, state *, const state *parent);
  void (*remove)(searcher *, state *);
  state *(*pick)(searcher *);           /* stays in; never of an empty searcher.  NULL: the
                                         * remaining states were infeasible */
  void (*ran)(searcher *, state *);     /* the state's time slice is over */
  bool (*wants_guide)(const searcher *);        /* NULL: never */
  bool interleaves;             /* orders, by shares of the work ... */
  bool seeks;                   /* ... most of it towards uncovered code */
} searcher_class;

extern const searcher_class search_depth, search_breadth, search_random,
    search_join, search_function, search_coverage, search_interleaved, search_seeking;

typedef struct tree_node tree_node;

enum { SEARCHER_RANKS = 16 };

/* Orders of the interleaved searcher. */
typedef enum searcher_order {
  SEARCHER_SEEDS,               /* not without seeds */
  SEARCHER_NEWEST,
  SEARCHER_COVERAGE,
  SEARCHER_RANDOM,
  SEARCHER_ORDERS
} searcher_order;

struct searcher {
  const searcher_class *class_of;
  random_source random;
  uint32_t count;
  /* dfs and bfs: a doubly linked list, oldest first. */
  struct link *first, *last;
  /* dfs: work since a path ended, and its bound. */
  uint64_t spent, quantum;
  /* random-path and coverage: the tree, and the states to prefer. */
  tree_node *root;
  VEC(tree_node *) fresh;
  /* coverage: all states by distance; empty without a guide, which is the caller's. */
  guide *guide;
  VEC(tree_node *) ranks[SEARCHER_RANKS];
  tree_node *chosen;            /* continues, with its relatives, ... */
  uint64_t chosen_at, news;     /* ... since that pick; the last useful pick */
  /* interleaved: */
  struct seeds *seeds;          /* borrowed; NULL: there are none */
  searcher_order order;         /* owner of the slice */
  uint64_t work;                /* of the run so far, counted by the caller */
  uint64_t charged;             /* ... part of it already charged */
  uint64_t news_work;           /* ... when something new was last covered */
  uint64_t slice;               /* spent of it */
  uint64_t spent_on[SEARCHER_ORDERS];
  tree_node *newest, *wanderer; /* where depth first is, and the random path */
  /* join: a heap, the next to run first; and a waiting state, which runs now and then until
   * its end. */
  VEC(state *) heap;
  state *runner;
  uint64_t picks, last_end;     /* picks so far, and at the last end */
  uint32_t frontier;            /* the greatest of a state that was picked */
  uint64_t began;               /* the running state's instructions at the pick */
  uint64_t due;                 /* ... due to waiting states */
};

/* A state of this searcher ended: no dive is for ever. */
void searcher_note_end(searcher *);

/* Both at the same place as far as join order knows. */
bool searcher_is_level(const state *, const state *);

/* The next state in join order. */
state *searcher_first(const searcher *);

/* The first other state at the same place in join order, if next; NULL: none. */
state *searcher_next_level(const searcher *, const state *);
/* ... or with another stack, where stacks are joined. */
state *searcher_next_crossing(const searcher *, exec *, const state *);

/* The least useful state, as far as the strategy knows; for when some must end. */
state *searcher_spare(searcher *);

/* The state fastest to find and remove; for when all end. */
state *searcher_any(const searcher *);

/* Calls `visit` with each state; `visit` must not change the searcher. */
void searcher_each(const searcher *, void (*visit)(void *, state *),
                   void *context);

/* By name, as in --search=NAME; NULL if there is none. */
searcher *searcher_new(const char *name, uint64_t seed);

/* A guide is useful now; the guide is the caller's, and set at most once. */
bool searcher_wants_guide(const searcher *);
void searcher_set_guide(searcher *, guide *);

/* The present order of the interleaved searcher; NULL: another searcher. */
const char *searcher_order_text(const searcher *);
void searcher_free(searcher *);

#endif
