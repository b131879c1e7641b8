#ifndef EXPLORE_SEARCHER_H
#define EXPLORE_SEARCHER_H

#include "base/random.h"
#include "exec/state.h"
#include "explore/guide.h"

/*
 * The worklist: which state runs next.  One table of functions a strategy.
 * The searcher does not own the states; each is removed before it dies.
 *
 *   dfs          the youngest; a state runs on until it ends, or until nobody
 *                has ended for long: then others come first
 *   bfs          the oldest; a state that forked goes to the end
 *   random-path  a random way down the tree of forks: shallow states, and
 *                subtrees with few states, come as often as deep ones
 *   join         the one that others wait for: in the same function the earlier
 *                place, loops before what follows them, calls before what
 *                follows them; so that states meet where they can be joined
 *   function     the deepest call first, likewise; a fixed share to any state
 *   coverage     states that just covered something new, then those near to what
 *                nobody covered, and now and then a random path
 *   interleaved  newest first, coverage and random path on one tree, by fixed
 *                shares of the work; and seeds, if there are any
 */
typedef struct searcher searcher;

typedef struct searcher_class {
  const char *name;
  void (*add)(searcher *, state *, const state *parent);
  void (*remove)(searcher *, state *);
  state *(*pick)(searcher *);           /* stays in; never of an empty one.  NULL: those
                                         * that were left were infeasible */
  void (*ran)(searcher *, state *);     /* its time slice is over */
  bool (*wants_guide)(const searcher *);        /* NULL: never */
  bool interleaves;             /* orders, by shares of the work */
} searcher_class;

extern const searcher_class search_depth, search_breadth, search_random,
    search_join, search_function, search_coverage, search_interleaved;

typedef struct tree_node tree_node;

enum { SEARCHER_RANKS = 16 };

/* Those of the interleaved searcher. */
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
  /* dfs: what was done since a path ended, and how much may be. */
  uint64_t spent, quantum;
  /* random-path and coverage: the tree, and the states to prefer. */
  tree_node *root;
  VEC(tree_node *) fresh;
  /* coverage: all states by distance; empty without a guide, which is the
   * caller's. */
  guide *guide;
  VEC(tree_node *) ranks[SEARCHER_RANKS];
  tree_node *chosen;            /* goes on, with its relatives, ... */
  uint64_t chosen_at, news;     /* ... since that pick; the last that paid */
  /* interleaved: */
  struct seeds *seeds;          /* borrowed; NULL: there are none */
  searcher_order order;         /* whose slice it is */
  uint64_t work;                /* of the run so far, counted by the caller */
  uint64_t charged;             /* ... of which some order was charged with */
  uint64_t news_work;           /* ... when something new was last covered */
  uint64_t slice;               /* spent of it */
  uint64_t spent_on[SEARCHER_ORDERS];
  tree_node *newest, *wanderer; /* where depth first is, and the random path */
  /* join: a heap, the next to run first; and one of those that wait, which goes
   * on now and then until it ends. */
  VEC(state *) heap;
  state *runner;
  uint64_t picks, last_end;     /* picks so far, and at the last end */
  uint64_t began;               /* instructions of what runs, when picked */
  uint64_t due;                 /* ... to those that wait */
};

/* A state of this searcher came to its end: no dive is for ever. */
void searcher_note_end(searcher *);

/* Both at the same place as far as join order knows. */
bool searcher_is_level(const state *, const state *);

/* In join order the state that is next. */
state *searcher_first(const searcher *);

/* In join order the first of those at the same place but this one, if it is
 * next; NULL: nobody is. */
state *searcher_next_level(const searcher *, const state *);

/* The state that is missed least, as far as the strategy knows; for when some
 * must end. */
state *searcher_spare(searcher *);

/* The state that is found and removed fastest; for when all of them end. */
state *searcher_any(const searcher *);

/* Calls `visit` with each state; it must not change the searcher. */
void searcher_each(const searcher *, void (*visit)(void *, state *),
                   void *context);

/* By name, as in --search=NAME; NULL if there is none. */
searcher *searcher_new(const char *name, uint64_t seed);

/* Now a guide is of use; it is the caller's, and set at most once. */
bool searcher_wants_guide(const searcher *);
void searcher_set_guide(searcher *, guide *);

/* What the interleaved searcher follows now; NULL: it is not one. */
const char *searcher_order_text(const searcher *);
void searcher_free(searcher *);

#endif
