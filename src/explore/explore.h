#ifndef EXPLORE_EXPLORE_H
#define EXPLORE_EXPLORE_H

#include "compact/compact.h"
#include "exec/strategy.h"
#include "explore/history.h"
#include "explore/holding.h"
#include "explore/seeds.h"
#include "explore/drops.h"
#include "explore/strategy.h"
#include "zeq/cycle.h"
#include "zeq/seen.h"

/*
 * Drives the executor over all paths: picks a state, runs it, takes what was
 * born, until nothing is left or a budget says stop.  What a budget cuts ends
 * like any path, with an outcome that says so.
 */
/* When terms that no state has any more are swept.  Nothing else depends on it. */
typedef enum explore_sweeping {
  SWEEPING_AUTO,                /* when it pays, for at most a 25th of the time */
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
  unsigned strategies;          /* a set, see strategy.h.  What explore_set_zeq and the like
                                 * give is added */
  bool only_annotated;          /* joins only where the program says so */
  bool refines;                 /* see explore_refine */
  bool puts_off;                /* questions that take long, where states are alone:
                                 * later.c */
  const state *from;            /* explore_change begins there; NULL: where the
                                 * first path split */
  bool quantifies;              /* see compact_quantify */
  bool is_sliced;               /* explore_go returns soon after its time */
  bool gives_way;               /* ... or when memory is short, without cutting */
  explore_sweeping sweeping;
  volatile int *stop;           /* an outcome when set: time, interrupt */
  const seed_source *seeds;     /* NULL: none.  For --search=auto, path by path */
  const job_store *store;       /* where states wait if memory is short; NULL:
                                 * they are cut.  Not for joined ones */
  const job_ledger *ledger;     /* where jobs are written down; likewise */
} explore_options;

typedef struct explore_progress {
  join_stats joins;
  uint64_t fates[STRATEGIES][FATES];    /* of states that were looked at */
  uint64_t cost;                /* see cost.h */
  double estimate;              /* ... of all paths; see estimate.h */
  bool is_reliable;
  bool has_split;               /* others can begin where it did */
  bool is_held_up;              /* ... but there is a question that was put off: one who
                                 * begins earlier may not have to ask it */
  const char *order;            /* what the search follows, or NULL */
  uint64_t jobs;                /* that were put aside, so far */
  uint64_t waiting;             /* ... and still are */
  uint64_t diverged;            /* ... and could not be found again */
  uint64_t states, states_peak, paths_ended, memory_bytes, memory_peak_bytes;
} explore_progress;

/* `ended` is called for each path, `covered` for a state that goes on after it
 * covered something new (a join would hide it); `tick` is called now and
 * then. */
explore *explore_new(const explore_options *,
                     void (*ended)(void *context, const state *,
                                   const ending *),
                     void (*covered)(void *context, const state *),
                     void (*tick)(void *context), void *context);
void explore_free(explore *);

/* States that return are compared from now on; NULL: they are not. */
void explore_set_zeq(explore *, zeq *);

/* States at the heads of loops are compared from now on; NULL: they are not. */
void explore_set_seen(explore *, seen *);

/* States that go on alone for long are looked at whether they come back to
 * themselves; `start` as for cycle_new. */
void explore_find_cycles(explore *, exec *, const state *start, bool writes_fail);

/* For exec_new. */
exec_hooks explore_hooks(explore *, void (*message)(void *, const char *));

/* Joins go by this, which stays the caller's; else all are exact. */
void explore_set_merger(explore *, merger *);

/* To be called while `ended` is called for a bug that its model's re-execution
 * did not show: the join to blame is exact from now on, and exploration starts
 * anew.  False if there is none, or if that was not asked for. */
bool explore_refine(explore *, const state *);

/* Takes the state over and explores from it. */
void explore_run(explore *, exec *, state *);

/* The same by parts: after explore_begin, explore_go until it has cost so much in
 * all; explore_end reports what is left as cut. */
typedef enum explore_pause {
  EXPLORE_ENDED,                /* nothing is left */
  EXPLORE_STOPPED,              /* *stop was set */
  EXPLORE_PAUSED,
  EXPLORE_FULL                  /* memory is short: with gives_way */
} explore_pause;

void explore_begin(explore *, exec *, state *);
explore_pause explore_go(explore *, uint64_t until);
void explore_end(explore *);

/* For callers that wait inside of explore_go (base/yield.h): what it has cost
 * by now, and until when it goes on. */
uint64_t explore_cost(const explore *);
void explore_extend(explore *, uint64_t until);

/* In the middle of a question (base/yield.h), once another process goes on with it:
 * explore_go returns as soon as there is no answer, and what there is is given up,
 * unheard of.  Others may begin anew, where the first path split or elsewhere.  Not
 * while explore_is_busy: then the caller asks, or a job is looked for. */
bool explore_is_busy(const explore *);
void explore_abandon(explore *);

/* The caller spent that in the hooks. */
void explore_charge(explore *, uint64_t cost);

/* Before explore_begin: states that strategies drop are kept, for explore_check_drops at
 * the end of the run: explore/drops.h. */
void explore_keep_drops(explore *);
drops_result explore_check_drops(explore *);

/* From now on jobs are written down, once enough was done that this pays; sooner
 * if other processes are to take some. */
void explore_keep_ledger(explore *, bool is_shared);
/* The run goes on from the ledger: what there is is given up. */
void explore_resume(explore *);
/* What is counted goes here while a path ends, or was cut; and how much of it the
 * ledger does not have yet. */
holding *explore_current_job(explore *);
void explore_count_cut(explore *, const char *name, uint64_t count);
const holdings *explore_get_holdings(const explore *);

/* Others begin here if the paths have not split yet. */
void explore_keep_roots(explore *);
void explore_set_memory(explore *, uint64_t max_bytes, bool gives_way);

/* For a process that was just forked: forgets what was explored and begins anew
 * where the first path split, with other options and without explore_set_zeq.  Seeds are
 * followed if they are others than before, and `from` is where. */
void explore_change(explore *, const explore_options *);

/* Between two slices of a run path by path with seeds: it goes on from another first state of
 * the program, with larger inputs.  All states are gone; coverage stays. */
void explore_start_from(explore *, const state *first);

/* Ends the run, as a budget does. */
void explore_stop(explore *, outcome);

explore_progress explore_get_progress(const explore *);
const explore_options *explore_get_options(const explore *);

/* The inputs of a path: those of the seed that it follows, or any. */
void explore_model(explore *, const state *, fixed_inputs *);
/* NULL without seeds. */
const seeds *explore_get_seeds(const explore *);

/* How the paths split and joined. */
const history *explore_get_history(const explore *);
/* NULL without templates; there once explore_run began. */
const compact *explore_get_loops(const explore *);

#endif
