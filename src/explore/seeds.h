#ifndef EXPLORE_SEEDS_H
#define EXPLORE_SEEDS_H

#include "base/idmap.h"
#include "exec/model.h"
#include "explore/guide.h"
#include "explore/searcher.h"
#include "expr/eval.h"

/*
 * Seeds: inputs that are there before the run, or come while it goes on.  Each is a
 * way through the tree of paths: at a fork the side goes on whose condition the
 * input fulfils, and the other side is queued, once for each branch, side, calling
 * context and number of times that the way took that side before.  When no seed is
 * left to be followed, the queued state nearest to code that nobody ran gets a way
 * of its own: the values of the way that it left, but for those that hang together
 * with the condition at which it left it.
 *
 * Guesses: where questions take long, every state that runs follows its path's own model
 * likewise, and asks nothing but whether it is feasible itself, when it first runs.
 * What the path says nothing of is zero on one way and a space on the next: most texts
 * end at a zero, and go on, or are complete, with spaces.
 *
 * That is an order of the search, no more: every state is in the searcher's tree,
 * queued or not.  A correct answer is obtained if this is omitted.
 *
 * Where there are more than explore_sides states the tree becomes sparse, for good: a
 * state that left a way by a side which is known to be feasible, or about which enough
 * others wait, is surplus, and is cut.  Seeds are then followed from the first state,
 * since the one that they would go on from may be gone.
 */

/* Where seeds come from. */
typedef struct seed_source {
  void *context;
  /* Whether there is a seed of that number; all before it were begun.  There may be one later. */
  bool (*has)(void *context, uint32_t seed);
  /* What the seed says of an input, all of its bytes; zeros where it says nothing. */
  void (*bytes)(void *context, uint32_t seed, const input *, uint8_t *to);
} seed_source;

/* What became of a seed. */
typedef enum seed_end {
  SEED_WAITS,                   /* the run ended before */
  SEED_FOLLOWS,                 /* ... while it was followed */
  SEED_ENDED,                   /* its path did: `kind` */
  SEED_LEFT,                    /* its path went on without it: it is not what the
                                 * program assumes, or was cut short */
  SEED_KNOWN,                   /* its path was run already */
  SEED_LONG                     /* its path is longer than explore_way */
} seed_end;

typedef struct seed_story {
  seed_end end;
  outcome kind;                 /* how its path ended */
  const char *message;          /* ... and the reason; or NULL */
  uint32_t place;               /* of the user's code where that was */
  uint64_t branches;            /* that its path could have taken otherwise */
  uint64_t queued;              /* sides that were queued, also by what came of it */
  uint64_t followed;            /* ways that came of it */
  uint64_t inputs;              /* that covered something new */
} seed_story;

/* A way: values of symbols, shared by the queued states that left it. */
typedef struct seed_way {
  uint32_t refs;
  uint32_t seed;                /* where what it does not have comes from */
  uint32_t assigned;            /* inputs of its path that have values */
  uint32_t held;                /* conjuncts of its path that they fulfil */
  path_witness *witness;        /* the values */
} seed_way;

typedef struct seed_entry {
  struct seed_entry *next;      /* of those that wait for an answer about another */
  state *state;                 /* NULL: it is gone */
  seed_way *way;
  uint32_t held;                /* conjuncts that the way's values fulfil */
  uint64_t side;                /* by which it left the way ... */
  uint32_t taken;               /* ... which had taken it so often */
  uint32_t key;                 /* index of both among the keys */
  bool waits;                   /* for an answer about another of the key */
} seed_entry;

/* A side, by which one state is queued.  Nobody asked whether that one is feasible:
 * those that left a way by the same side later wait, and come if it is not. */
typedef struct seed_key {
  bool is_queued;               /* one is */
  bool is_done;                 /* one was feasible */
  seed_entry *first, *last;     /* that wait, ... */
  uint32_t waiting;             /* ... and how many do */
  uint32_t tried;               /* infeasible ones that would have been bugs */
} seed_key;

typedef struct seed_queue {
  VEC(seed_entry *) items;
  uint32_t first;               /* those before it are gone */
} seed_queue;

typedef struct seeds {
  exec *exec;
  const seed_source *source;
  const state *first;           /* of a run with seeds; the explorer's.  NULL: only
                                 * guesses are followed */
  bool is_sparse;
  state *surplus;               /* the newest state, if it is; else NULL */
  evaluator *eval;
  const seed_way *assigned;     /* whose values it has */
  seed_way *way;                /* that is followed; NULL: none */
  bool is_derived;              /* it is no seed's own */
  bool guesses;                 /* states without a way follow their paths' models */
  bool is_full;                 /* ... and the newest go first */
  bool has_remainders;          /* ... and leave one state behind (exec_begin_remainder) */
  uint64_t filled;              /* ways whose open bytes were filled */
  uint64_t unguided;            /* a state for which that failed */
  state *at;                    /* where it is; NULL: its path ended */
  state *runner;                /* that runs, if it was on the way before */
  uint32_t held;                /* conjuncts that the way fulfilled before it ran */
  uint64_t at_id, began;        /* of the state; its instructions when it began */
  bool has_reason;              /* the seed's story has its end */
  idmap taken;                  /* sides that it took, and how often */
  idmap asked;                  /* sides that were queued: plus one, index of ... */
  VEC(seed_key) keys;
  seed_queue ranks[SEARCHER_RANKS];
  uint32_t next;                /* seed to be followed */
  uint64_t ran_from, ran_ns;    /* instructions and clock when the runner began */
  uint64_t instructions;        /* of seeds' own paths, ... */
  uint64_t followed_ns;         /* ... and how long they took */
  path_symbols related;         /* scratch */
  VEC(seed_story) stories;
} seeds;

seeds *seeds_new(exec *, const seed_source *);
void seeds_free(seeds *);

/* States that run follow their paths' models from now on, or no more do; full: there
 * are so many that the newest go first, or that each way leaves but one behind. */
void seeds_guess(seeds *, bool guesses, bool is_full, bool has_remainders);
/* With guesses: some state is on a way. */
bool seeds_go_on(const seeds *);
/* Whether the state is on the way that is followed now; not of guesses. */
bool seeds_follow(const seeds *, const state *);
/* With guesses: the state that was picked is asked about, if it was not.  False: it is
 * gone. */
bool seeds_ask(seeds *, state *);

/* The state that was added last, if it is to be cut; NULL: it is not. */
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
/* Before it goes: why. */
void seeds_ended(seeds *, const state *, const ending *);

/* The inputs of the way that the state is on; false: it is on none. */
bool seeds_model(seeds *, const state *, fixed_inputs *);

#endif
