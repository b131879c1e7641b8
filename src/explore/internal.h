#ifndef EXPLORE_INTERNAL_H
#define EXPLORE_INTERNAL_H

#include "explore/explore.h"

#include "compact/fields.h"
#include "explore/estimate.h"
#include "explore/fields.h"
#include "explore/follow.h"
#include "explore/searcher.h"
#include "explore/strategy.h"
#include "zeq/fields.h"

/* Shared by the files of the exploration: explore.c begins, goes on and ends, slice.c runs
 * a state for a while, aside.c lets states wait as jobs. */
struct explore {
  explore_options o;
  unsigned set;                 /* of strategies: the options' set, and additions */
  bool meets;                   /* states are joined before other rows see the states */
  void (*ended)(void *, const state *, const ending *);
  void (*covered)(void *, const state *);
  void (*tick)(void *);
  void (*message)(void *, const char *);
  void *context;
  searcher *searcher;
  seeds *seeds;                 /* NULL: there are none */
  exec *exec;
  zeq *zeq;                     /* NULL: returns are not compared */
  seen *seen;                   /* NULL: neither are states at loops' heads */
  uint64_t seen_rests;          /* ... and no state pauses at heads up to this cost */
  cycle *cycle;                 /* NULL: nobody looks for hangs */
  merger *merger;               /* NULL: joins are exact */
  drops *drops;                 /* NULL: nobody looks whether drops lose anything */
  commons_slice shared;         /* the store that states have in common, if any */
  bool starts_anew;             /* a join was refined */
  history record;
  searcher *former;             /* of the parent process */
  VEC(state *) roots;           /* where the first path split */
  bool roots_wait;              /* ... some of them for an answer */
  history roots_record;         /* ... and the record until then */
  estimate estimate;
  uint64_t reported;            /* cost of the hooks */
  uint64_t cost;                /* at the last look */
  uint64_t instructions;        /* when budgets were last looked at */
  state *again;                 /* the first state, if joins may be refined, or states may
                                 * be put aside */
  follower *follower;           /* NULL: nobody is on the way to a job */
  held_jobs held;
  uint32_t running;             /* the last job */
  uint64_t unfound;             /* jobs taken when the run was stopped, and states that were
                                 * only counted then */
  searcher *usual;              /* while memory is short and states are explored
                                 * depth first: the run's searcher, without any */
  VEC(state *) later;           /* states with postponed queries */
  uint64_t later_cost;          /* of repeating these queries, so far */
  bool guesses;                 /* states follow their paths' models: seeds.h */
  bool is_crowded;              /* ... and are as many as there may be: later.c */
  uint32_t guess_states;        /* so many; 0: not known yet, ... */
  uint64_t guess_bytes;         /* ... and where to look again */
  bool is_short;                /* other processes need more jobs than there are */
  bool gave_nothing;            /* at the last commit, despite waiting processes */
  bool is_dry;                  /* the ledger had no job to take, but states with postponed
                                 * queries wait */
  bool is_all_done;             /* so the ledger says */
  bool is_worker;               /* forked to take jobs; ends when they are done */
  compact *loops;               /* NULL: loops are unrolled */
  explore_progress progress;
  uint64_t looked_ns;           /* when memory was last looked at */
  uint64_t until;               /* pauses at this cost */
  bool is_sliced;               /* time slices are short */
  bool is_full;                 /* gives way, as asked for */
  bool is_reporting;            /* a hook of the caller's runs */
  bool is_abandoned;            /* see explore_abandon */
  uint64_t known_bytes;         /* so much stays resident, whatever is cut */
  unsigned slices;              /* since budgets were last looked at */
  uint64_t swept_ns;            /* when the last sweep ended, and ... */
  uint64_t sweep_ns;            /* ... time of sweeps */
  uint64_t sweeps;              /* of the hostile build: asked for; likewise ... */
  uint64_t checks;              /* ... checks, and ... */
  uint32_t checked_nodes;       /* ... resume in the term table */
};

typedef merger_states state_list;

/* Something is in the ledger. */
static inline bool explore_keeps_ledger(const explore *e) {
  return e->held.is_kept && !e->held.has_failed;
}

/* explore.c */
/* A state is there, by a fork of the parent or from elsewhere; context: explore. */
void explore_born(void *context, state *child, const state *parent);
/* The child gets a part of the parent's share. */
void explore_split(explore *, state *child, const state *parent);
/* A join would hide the state's coverage: its test is written before. */
void explore_note_coverage(explore *, state *);
/* Appends to the state_list in the context. */
void explore_add_state(void *context, state *);
searcher *explore_new_searcher(const explore_options *);
/* With its states: for a process that leaves the run to others. */
void explore_free_searcher(searcher *);
/* As exec_catch_up. */
exec_result explore_catch_up(explore *, state *);
/* Comparisons of states know one stack: exec/fan.h. */
bool explore_has_fan(const explore *, const state *);
void explore_look_at_clock(explore *);
void explore_look_at_cost(explore *);
/* A pause at a head costs something though nobody looks. */
void explore_rest_if_due(explore *);
/* Of the hostile build, by number of calls. */
bool explore_is_time_to_check(uint64_t n);

/* slice.c */
/* Runs the next state. */
void slice_run(explore *);
/* Frees all states; the first state comes again. */
void slice_start_anew(explore *, const state *first);

/* strategy_fold.c: the fate of a state that came back to an earlier place. */
admission explore_revisited(state *, revisit, state *wider);
/* strategy_hang.c: runs the state on; false: the state returned to itself and ended. */
bool explore_find_hang(explore *, state *);

/* later.c */
/* A state waits for an answer: exec_hooks; context: explore. */
void later_put_off(void *context, state *, const state *parent);
/* Whether a postponed query is due, and asks one. */
bool later_is_due(const explore *);
void later_ask(explore *);
/* The states are ordinary from now on and ask when they run. */
void later_recall(explore *);
/* Once some were, states follow their paths' models. */
void later_guess_if_due(explore *);
/* ... and no more follow guesses, before the searcher is left with its states. */
void later_forget_guesses(explore *);
/* Whether queries can be put off, and of which states. */
void later_begin(explore *);

/* aside.c */
void aside_cut_all(explore *, outcome);         /* at the end */
/* Only so many remain, as far as the others can wait on disk. */
void aside_spill(explore *, uint32_t left);
/* Only so many remain: the others wait on disk, or are cut. */
void aside_shed(explore *, uint32_t left, outcome why);
/* States can wait on disk. */
bool aside_spills(const explore *);
/* Some do. */
bool aside_has_jobs(const explore *);
void aside_take_job(explore *);
void aside_take_from_ledger(explore *);
bool aside_is_commit_due(explore *);
/* Other processes take free jobs, near the root first. */
void aside_commit_and_share(explore *);
/* For a stopped run. */
void aside_commit_last(explore *);
/* While memory is short, and when there is enough again. */
void aside_search_depth_first(explore *);
void aside_search_as_usual(explore *);

#endif
