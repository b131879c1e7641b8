#ifndef EXPLORE_SEEDS_H
#define EXPLORE_SEEDS_H

#include "base/idmap.h"
#include "exec/model.h"
#include "explore/guide.h"
#include "explore/searcher.h"
#include "expr/eval.h"

/*
 * Seeds: inputs known before the run, or found meanwhile.  Each is a way through the tree
 * of paths: at a fork the side whose condition the input satisfies goes on, and the other
 * side is queued, once for each branch, side, calling context and number of times that the
 * way took this side before.  When all seeds are followed, the queued state nearest to code
 * that no path ran gets a way of its own: the values of the way left, except values
 * connected with the condition of leaving.
 *
 * Guesses: where queries are expensive, every running state follows its path's own model in
 * the same way, and asks only for its own feasibility, when first run.  Inputs
 * unconstrained by the path are zero on one way and a space on the next: most texts end at
 * a zero, and continue, or are complete, with spaces.
 *
 * Seeds change only the order of the search: every state is in the searcher's tree, queued
 * or not.  A correct answer is obtained if this is omitted.
 *
 * With more than explore_sides states the tree becomes sparse, for good: a state is surplus
 * and cut if it left a way by a side known to be feasible, or with enough other states
 * waiting for an answer.  Seeds are then followed from the first state, since a later state
 * may be gone.
 */

/* Where seeds come from. */
typedef struct seed_source {
  void *context;
  /* Whether there is a seed of that number; all before it were begun.  There may be one later. */
  bool (*has)(void *context, uint32_t seed);
  /* What the seed says of an input, all of its bytes; zeros where it says nothing. */
  void (*bytes)(void *context, uint32_t seed, const input *, uint8_t *to);
} seed_source;

/* The fate of a seed. */
typedef enum seed_end {
  SEED_WAITS,                   /* the run ended before */
  SEED_FOLLOWS,                 /* ... while being followed */
  SEED_ENDED,                   /* at the end of its path: `kind` */
  SEED_LEFT,                    /* its path went on without the seed: an assumption of the
                                 * program excludes the seed, or a cut */
  SEED_KNOWN,                   /* its path was run already */
  SEED_LONG                     /* its path is longer than explore_way */
} seed_end;

typedef struct seed_story {
  seed_end end;
  outcome kind;                 /* end of the path */
  const char *message;          /* ... and the reason; or NULL */
  uint32_t place;               /* place of the end in the user's code */
  uint64_t branches;            /* with another side on the path */
  uint64_t queued;              /* queued sides, descendants' included */
  uint64_t followed;            /* derived ways */
  uint64_t inputs;              /* with new coverage */
} seed_story;

/* A way: values of symbols, shared by the queued states that left the way. */
typedef struct seed_way {
  uint32_t refs;
  uint32_t seed;                /* source of all other values */
  uint32_t assigned;            /* inputs of its path with values */
  uint32_t held;                /* conjuncts of its path satisfied by the values */
  path_witness *witness;        /* the values */
} seed_way;

typedef struct seed_entry {
  struct seed_entry *next;      /* of states waiting for an answer about another state */
  state *state;                 /* NULL: gone */
  seed_way *way;
  uint32_t held;                /* conjuncts satisfied by the way's values */
  uint64_t side;                /* where the state left the way ... */
  uint32_t taken;               /* ... after so many passages */
  uint32_t key;                 /* index of both among the keys */
  bool waits;                   /* for an answer about another of the key */
} seed_entry;

/* A side with a queued state of unknown feasibility: states that left a way by the same
 * side later wait, and are queued if the first is infeasible. */
typedef struct seed_key {
  bool is_queued;               /* a state is queued */
  bool is_done;                 /* a state was feasible */
  seed_entry *first, *last;     /* waiting states, ... */
  uint32_t waiting;             /* ... and how many do */
  uint32_t tried;               /* infeasible states that would have been bugs */
} seed_key;

typedef struct seed_queue {
  VEC(seed_entry *) items;
  uint32_t first;               /* all earlier are gone */
} seed_queue;

typedef struct seeds {
  exec *exec;
  const seed_source *source;
  const state *first;           /* of a run with seeds; the explorer's.  NULL: only
                                 * guesses are followed */
  bool is_sparse;
  state *surplus;               /* the newest state, if surplus; else NULL */
  evaluator *eval;
  const seed_way *assigned;     /* the way with the assigned values */
  seed_way *way;                /* being followed; NULL: none */
  bool is_derived;              /* not a seed's own way */
  bool guesses;                 /* states without a way follow their paths' models */
  bool is_full;                 /* ... and the newest go first */
  uint64_t filled;              /* ways with open bytes filled */
  uint64_t unguided;            /* a state where this failed */
  state *at;                    /* current state; NULL: its path ended */
  state *runner;                /* the running state, if on the way before */
  uint32_t held;                /* conjuncts satisfied by the way before */
  uint64_t at_id, began;        /* the state's; its instructions at the start */
  bool has_reason;              /* the end of the seed is recorded */
  idmap taken;                  /* sides taken, and how often */
  idmap asked;                  /* sides queued: plus one, index of ... */
  VEC(seed_key) keys;
  seed_queue ranks[SEARCHER_RANKS];
  uint32_t next;                /* seed to be followed */
  uint64_t ran_from, ran_ns;    /* instructions and clock when the runner began */
  uint64_t instructions;        /* of seeds' own paths, ... */
  uint64_t followed_ns;         /* ... and their time */
  path_symbols related;         /* scratch */
  VEC(seed_story) stories;
} seeds;

seeds *seeds_new(exec *, const seed_source *);
void seeds_free(seeds *);

/* From now on running states follow their paths' models, or no longer do; full: the newest
 * go first. */
void seeds_guess(seeds *, bool guesses, bool is_full);
/* With guesses: some state is on a way. */
bool seeds_go_on(const seeds *);
/* Whether the state is on the way being followed; not for guesses. */
bool seeds_follow(const seeds *, const state *);
/* With guesses: asks about the picked state, if not asked before.  False: the state is
 * gone. */
bool seeds_ask(seeds *, state *);

/* The last added state, if to be cut; else NULL. */
state *seeds_take_surplus(seeds *);

/* A seed waits to be followed, or is just being. */
bool seeds_are_new(const seeds *);

/* From now on nothing is followed. */
void seeds_rest(seeds *);

/* The state to run: on a way.  NULL: nothing is left to be followed. */
state *seeds_pick(seeds *, searcher *);

/* The searcher's: a state runs next, in whatever order, is born, has run, or is about
 * to go. */
void seeds_picked(seeds *, state *);
void seeds_added(seeds *, searcher *, state *child, const state *parent);
void seeds_ran(seeds *, searcher *, state *);
void seeds_removed(seeds *, state *);
/* The reason, before the state is freed. */
void seeds_ended(seeds *, const state *, const ending *);

/* The inputs of the state's way; false: on no way. */
bool seeds_model(seeds *, const state *, fixed_inputs *);

#endif
