#ifndef EXPLORE_INTERNAL_H
#define EXPLORE_INTERNAL_H

#include "explore/explore.h"

#include "compact/part.h"
#include "explore/estimate.h"
#include "explore/follow.h"
#include "explore/part.h"
#include "explore/searcher.h"
#include "explore/strategy.h"
#include "zeq/part.h"

/* What the files of the exploration share: explore.c begins, goes on and ends, slice.c
 * runs a state for a while, aside.c lets states wait as jobs. */
struct explore {
  explore_options o;
  unsigned set;                 /* of strategies: those of the options, and those below */
  bool meets;                   /* states are joined before other rows look at them */
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
  uint64_t seen_rests;          /* ... and nobody pauses there up to that cost */
  cycle *cycle;                 /* NULL: nobody looks for hangs */
  merger *merger;               /* NULL: joins are exact */
  drops *drops;                 /* NULL: nobody looks whether drops lose anything */
  bool starts_anew;             /* a join was refined */
  history record;
  searcher *former;             /* of the process that this one was forked from */
  VEC(state *) roots;           /* where the first path split */
  bool roots_wait;              /* ... some of them for an answer */
  history roots_record;         /* ... and what had happened by then */
  estimate estimate;
  uint64_t reported;            /* cost of what the hooks did */
  uint64_t cost;                /* when it was last looked at */
  uint64_t instructions;        /* when budgets were last looked at */
  state *again;                 /* the first one, if joins may be refined, or
                                 * states may be put aside */
  follower *follower;           /* NULL: nobody is on the way to a job */
  holdings held;
  uint32_t running;             /* the job that ran last */
  uint64_t unfound;             /* jobs that were taken when the run was stopped, and
                                 * states that were only counted then */
  searcher *usual;              /* while memory is short and states are explored
                                 * depth first: the run's searcher, without any */
  VEC(state *) later;           /* whose questions were put off */
  uint64_t later_cost;          /* of asking them again, so far */
  bool guesses;                 /* states follow their paths' models: seeds.h */
  bool is_crowded;              /* ... and are as many as there may be: later.c */
  uint32_t guess_states;        /* so many; 0: not known yet, ... */
  uint64_t guess_bytes;         /* ... and where to look again */
  bool is_short;                /* other processes need more jobs than there are */
  bool gave_nothing;            /* at the last commit, though they were */
  bool is_dry;                  /* the ledger had no job to take, but states wait whose
                                 * questions were put off */
  bool is_all_done;             /* so the ledger says */
  bool is_worker;               /* was forked to take jobs; its run ends with them */
  compact *loops;               /* NULL: they are unrolled */
  explore_progress progress;
  uint64_t looked_ns;           /* when memory was last looked at */
  uint64_t until;               /* it pauses at that cost */
  bool is_sliced;               /* time slices are short */
  bool is_full;                 /* gives way, as asked for */
  bool is_reporting;            /* a hook of the caller's runs */
  bool is_abandoned;            /* see explore_abandon */
  uint64_t known_bytes;         /* so much stays resident, whatever is cut */
  unsigned slices;              /* since budgets were last looked at */
  uint64_t swept_ns;            /* when the last sweep ended, and ... */
  uint64_t sweep_ns;            /* ... how long it took */
  uint64_t sweeps;              /* of the hostile build: asked for; likewise ... */
  uint64_t checks;              /* ... checks, and ... */
  uint32_t checked_nodes;       /* ... where it goes on in the term table */
};

typedef merger_states state_list;

/* Something is in the ledger. */
static inline bool explore_keeps_ledger(const explore *e) {
  return e->held.is_kept && !e->held.has_failed;
}

/* explore.c */
/* A state is there, by a fork of the parent or from elsewhere; context: explore. */
void explore_born(void *context, state *child, const state *parent);
/* The child has a part of what the parent had. */
void explore_split(explore *, state *child, const state *parent);
/* A join would hide what the state covered: its test is written before. */
void explore_note_coverage(explore *, state *);
/* Appends to the state_list that is the context. */
void explore_add_state(void *context, state *);
searcher *explore_new_searcher(const explore_options *);
/* With its states: a process that leaves the run to others has some. */
void explore_free_searcher(searcher *);
void explore_look_at_clock(explore *);
void explore_look_at_cost(explore *);
/* A pause at a head costs something though nobody looks. */
void explore_rest_if_due(explore *);
/* Of the hostile build, by how often it was asked. */
bool explore_is_time_to_check(uint64_t n);

/* slice.c */
/* Runs the state that is next. */
void slice_run(explore *);
/* Frees all states; the first state comes again. */
void slice_start_anew(explore *, const state *first);

/* strategy_fold.c: what becomes of a state that came back to where one went on. */
admission explore_revisited(state *, revisit, state *wider);
/* strategy_hang.c: runs the state on; a state that comes back to itself ends: false. */
bool explore_find_hang(explore *, state *);

/* later.c */
/* A state waits for an answer: exec_hooks; context: explore. */
void later_put_off(void *context, state *, const state *parent);
/* Whether such states are to be asked about now, and does so for one. */
bool later_is_due(const explore *);
void later_ask(explore *);
/* They are states like others from now on, which ask when they run. */
void later_recall(explore *);
/* Once some were, states follow their paths' models. */
void later_guess_if_due(explore *);
/* ... and no more do, before the searcher is left with its states. */
void later_forget_guesses(explore *);
/* Whether questions can be put off, and of which states. */
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
/* Others take what is free, near the root first. */
void aside_commit_and_share(explore *);
/* Of a run that is stopped. */
void aside_commit_last(explore *);
/* While memory is short, and when it suffices again. */
void aside_search_depth_first(explore *);
void aside_search_as_usual(explore *);

#endif
