#ifndef EXPLORE_EXPLORE_H
#define EXPLORE_EXPLORE_H

#include "compact/compact.h"
#include "exec/strategy.h"
#include "explore/drops.h"
#include "explore/held_jobs.h"
#include "explore/history.h"
#include "explore/seeds.h"
#include "explore/strategy.h"
#include "merge/commons.h"
#include "zeq/cycle.h"
#include "zeq/seen.h"

/*
 * Drives the executor over all paths: picks a state, runs the state, takes born states,
 * until nothing is left or a budget is spent.  A path cut by a budget ends like any path,
 * with the budget's outcome.
 */
/* When terms without a state are swept.  Nothing else depends on this choice. */
typedef enum explore_sweeping {
  SWEEPING_AUTO,                /* when profitable, for at most a 25th of the time */
  SWEEPING_ALWAYS,              /* after each slice of work */
  SWEEPING_NEVER
} explore_sweeping;

typedef struct explore_options {
  const char *search;           /* a searcher's name */
  uint64_t seed;
  uint64_t deadline_ns;         /* 0: none, as with all budgets */
  uint64_t max_memory_bytes;
  uint64_t max_instructions;
  uint32_t max_states;
  unsigned strategies;          /* a set, see strategy.h. explore_set_zeq and the like add
                                 * to the set */
  bool only_annotated;          /* joins only where the program says so */
  bool refines;                 /* see explore_refine */
  bool puts_off;                /* expensive queries, where states are not joined: later.c */
  const state *from;            /* explore_change begins there; NULL: where the
                                 * first path split */
  bool quantifies;              /* see compact_quantify */
  bool is_sliced;               /* explore_go returns soon after its time */
  bool gives_way;               /* ... or when memory is short, without cutting */
  explore_sweeping sweeping;
  volatile int *stop;           /* an outcome when set: time, interrupt */
  const seed_source *seeds;     /* NULL: none.  For --search=auto, path by path */
  const job_store *store;       /* for waiting states if memory is short; NULL: such states
                                 * are cut.  Not for joined states */
  const job_ledger *ledger;     /* where jobs are written down; likewise */
} explore_options;

typedef struct explore_progress {
  join_stats joins;
  commons_stats commons;
  uint64_t fates[STRATEGIES][FATES];    /* of states seen by strategies */
  uint64_t cost;                /* see cost.h */
  double estimate;              /* ... of all paths; see estimate.h */
  bool is_reliable;
  bool has_split;               /* others can begin at the first split */
  bool is_held_up;              /* ... but a query was put off: a contender that begins
                                 * earlier may not need the query */
  const char *order;            /* the order of the search, or NULL */
  uint64_t jobs;                /* put aside so far */
  uint64_t waiting;             /* ... and still are */
  uint64_t diverged;            /* ... and could not be found again */
  uint64_t states, states_peak, paths_ended, memory_bytes, memory_peak_bytes;
} explore_progress;

/* `ended` is called for each path, `covered` for a continuing state with new coverage (a
 * join would hide the coverage); `tick` is called now and then. */
explore *explore_new(const explore_options *,
                     void (*ended)(void *context, const state *,
                                   const ending *),
                     void (*covered)(void *context, const state *),
                     void (*tick)(void *context), void *context);
void explore_free(explore *);

/* Compares returning states from now on; NULL: no comparison. */
void explore_set_zeq(explore *, zeq *);

/* Compares states at the heads of loops from now on; NULL: no comparison. */
void explore_set_seen(explore *, seen *);

/* Looks for states that return to themselves among states that go on alone for long;
 * `start` as for cycle_new. */
void explore_find_cycles(explore *, exec *, const state *start, bool writes_fail);

/* For exec_new. */
exec_hooks explore_hooks(explore *, void (*message)(void *, const char *));

/* The merger for joins, borrowed; otherwise all joins are exact. */
void explore_set_merger(explore *, merger *);

/* To be called inside `ended` for a bug that its model's re-execution did not show: the
 * responsible join is exact from now on, and exploration starts anew.  False: no such join,
 * or refinement is off. */
bool explore_refine(explore *, const state *);

/* Takes the state over and explores from there. */
void explore_run(explore *, exec *, state *);

/* The same by parts: after explore_begin, explore_go until the given total cost;
 * explore_end reports the rest as cut. */
typedef enum explore_pause {
  EXPLORE_ENDED,                /* nothing is left */
  EXPLORE_STOPPED,              /* *stop was set */
  EXPLORE_PAUSED,
  EXPLORE_FULL                  /* memory is short: with gives_way */
} explore_pause;

void explore_begin(explore *, exec *, state *);
explore_pause explore_go(explore *, uint64_t until);
void explore_end(explore *);

/* For callers that wait inside explore_go (base/yield.h): the cost by now, and the cost at
 * which explore_go returns. */
uint64_t explore_cost(const explore *);
void explore_extend(explore *, uint64_t until);

/* In the middle of a query (base/yield.h), once another process continues the query:
 * explore_go returns as soon as there is no answer, and all states are given up without
 * report.  Others may begin anew, at the first split or elsewhere.  Not while
 * explore_is_busy: then the caller asks, or a job is looked for. */
bool explore_is_busy(const explore *);
void explore_abandon(explore *);

/* Cost spent by the caller in the hooks. */
void explore_charge(explore *, uint64_t cost);
/* Work so far that is no part of its cost. */
void explore_excuse(explore *, uint64_t cost);

/* States have one store, where joins are exact: merge/commons.h. */
void explore_share_store(explore *, exec *);

/* Before explore_begin: states that strategies drop are kept, for explore_check_drops at
 * the end of the run: explore/drops.h. */
void explore_keep_drops(explore *);
drops_result explore_check_drops(explore *);

/* From now on jobs are written down, once enough was done that this pays; sooner
 * if other processes are to take some. */
void explore_keep_ledger(explore *, bool is_shared);
/* Continues from the ledger: all states are given up. */
void explore_resume(explore *);
/* The job to be charged while a path ends, or was cut; and how much of the charge is
 * missing in the ledger. */
held_job *explore_current_job(explore *);
void explore_count_cut(explore *, const char *name, uint64_t count);
const held_jobs *explore_get_held_jobs(const explore *);

/* Others begin here if the paths have not split yet. */
void explore_keep_roots(explore *);
void explore_set_memory(explore *, uint64_t max_bytes, bool gives_way);

/* For a freshly forked process: forgets the exploration and begins anew at the first split,
 * with other options and without explore_set_zeq.  New seeds are followed, from `from`
 * on. */
void explore_change(explore *, const explore_options *);

/* Between two slices of a run path by path with seeds: it goes on from another first state of
 * the program, with larger inputs.  All states are gone; coverage stays. */
void explore_start_from(explore *, const state *first);

/* Ends the run, as a budget does. */
void explore_stop(explore *, outcome);

explore_progress explore_get_progress(const explore *);
const explore_options *explore_get_options(const explore *);

/* The inputs of a path: of the followed seed, or any. */
void explore_model(explore *, const state *, fixed_inputs *);
/* NULL without seeds. */
const seeds *explore_get_seeds(const explore *);

/* How the paths split and joined. */
const history *explore_get_history(const explore *);
/* NULL without templates; there once explore_run began. */
const compact *explore_get_loops(const explore *);

#endif
