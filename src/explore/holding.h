#ifndef EXPLORE_HOLDING_H
#define EXPLORE_HOLDING_H

#include "base/clock.h"
#include "explore/job.h"
#include "explore/searcher.h"

/*
 * The jobs that this process holds of the run's ledger, and what became of them
 * since the ledger last heard of it.
 *
 * Every state belongs to a held job: it is the job's own state or below it.  At a
 * commit a job below which something has forked or ended is done: its results go
 * into the ledger, each state that is left below it becomes a job of its own, a
 * child, and all of that happens or nothing does.  A job with a state below it that
 * no job covers stays as it is, with all its results, until that state has ended.
 *
 * States that come from one where something was not asked (exec/unasked.c) are no jobs, but
 * together they are what the job of that one describes.  That is held, too, with its own
 * results, from the moment on when it is so; the ledger hears of it at the next commit.
 *
 * Whatever a process did since its last commit is lost with it and done again by
 * who takes its jobs: results are counted once, since a job is done once.
 */
typedef struct holding_cut {
  char *name;
  uint64_t count;
} holding_cut;

typedef struct holding {
  uint64_t id;                  /* 0: this place is free */
  uint64_t number;              /* by which the ledger finds it */
  uint32_t depth;
  uint64_t decisions;
  uint64_t completed, cut, silent;      /* paths that ended below it */
  uint64_t digest;              /* ... a sum over them: which they were */
  double share;                 /* ... of the tree */
  VEC(holding_cut) cuts;
  bool is_spoilt;               /* something below it ended because the run was
                                 * stopped: it is to be done again */
  uint32_t below;               /* the held job that it is below, while the ledger has not
                                 * heard of it; else 0 */
  double whole;                 /* ... and its share of the tree */
  /* Of a commit: */
  uint32_t states, own, children;
  uint32_t starts;              /* jobs below it of which the ledger has not heard */
  const state *some;            /* below it, whose start it is; NULL: none */
  uint64_t next_id, next_number;        /* it is to have */
  bool is_blocked, closes;
} holding;

typedef enum job_taken {
  JOB_TAKEN,
  JOB_ALL_DONE,                 /* none is left but what is held here */
  JOB_NONE_YET,                 /* others may still have some to give */
  JOB_FAILED                    /* the ledger */
} job_taken;

typedef struct taken_job {
  uint64_t id, number;
  bool is_suspect;              /* a process died with it: it is ended soon, so that
                                 * what is below it is none */
  job job;
} taken_job;

typedef enum job_role {
  JOB_STAYS,
  JOB_WORKER                    /* this process was just forked: it holds nothing */
} job_role;

/* The ledger, as one process sees it.  False: it failed. */
typedef struct job_ledger {
  void *context;
  bool (*begin)(void *);        /* a transaction; the first holds the root */
  bool (*add)(void *, uint64_t id, const holding *parent, const job *,
              uint64_t *number);
  bool (*done)(void *, const holding *);
  bool (*release)(void *, const holding *);     /* others may take it */
  bool (*end)(void *, bool is_good);    /* with all that was found; not good: as
                                         * if it had not begun */
  bool (*was_lost)(void *);     /* ... since the jobs are others' now: nothing is held
                                 * any more */
  /* One, and up to `most` that are near it in the tree.  Last: nothing is held here,
   * so that it waits a while if there is none. */
  job_taken (*take)(void *, exec *, bool is_last, taken_job *, unsigned most,
                    unsigned *count);
  void (*diverged)(void *, const taken_job *);  /* a cut */
  job_role (*committed)(void *);        /* forks workers, adopts what they found */
  void (*ended)(void *);        /* all is done; a worker does not return */
  void (*stopping)(void *);     /* before the last commit */
  void (*stopped)(void *);      /* after it; likewise */
  void (*failed)(void *);       /* nothing more is committed; likewise */
  unsigned (*parts)(void *);    /* others should be able to take now what is one of
                                 * so many parts of what is held; 0: nothing */
  uint64_t (*others)(void *);   /* open jobs that this process does not hold */
  volatile uint32_t *hungry;    /* processes that wait for a job */
} job_ledger;

typedef struct holdings {
  VEC(holding) all;             /* 0 is nobody's */
  uint32_t count;               /* jobs that are held */
  uint32_t full;                /* no place before it is free */
  const job_ledger *ledger;     /* NULL: there is none */
  bool is_kept;                 /* something was committed */
  bool has_failed;
  bool has_suspect;             /* nothing else is taken until it is done */
  uint32_t current;             /* whose path ends just now */
  state *const *later;          /* states that are in no searcher ... */
  uint32_t later_count;         /* ... so many: their jobs are not done */
  uint64_t cost;                /* at the last commit */
  uint64_t due;                 /* ... at the next one */
  uint64_t quantum;
} holdings;

enum { JOB_ROOT = 1 };          /* its id */

void holdings_init(holdings *, const job_ledger *);
void holdings_release(holdings *);
/* This process holds nothing any more. */
void holdings_clear(holdings *);

/* A job that is held from now on: its place, for its states. */
uint32_t holdings_add(holdings *, holding);

/* The held job of a state that is none itself: what its start describes. */
uint32_t holdings_set_off(holdings *, const state *);

/* A path of the current job was counted, or something was cut. */
void holdings_count_cut(holdings *, const char *name, uint64_t count);

/* When a commit is given up: later than then (0: at no time), or as soon as the run is
 * stopped (NULL: not even then). */
typedef struct commit_limit {
  uint64_t until_ns;
  volatile const int *stop;
} commit_limit;

static inline bool commit_is_late(const commit_limit *l) {
  return (l->stop && *l->stop) || (l->until_ns && clock_ns() > l->until_ns);
}

/* One transaction; false: it failed or was given up, and nothing has changed. */
bool holdings_commit(holdings *, searcher *, exec *, const commit_limit *,
                     uint32_t *added);

/* Gives up to `count` states to the ledger, those near the root first, after a
 * commit; `drop` takes each out of the searcher and frees it.  How many. */
uint32_t holdings_give(holdings *, searcher *, uint32_t count,
                       void (*drop)(void *, state *), void *context);

#endif
