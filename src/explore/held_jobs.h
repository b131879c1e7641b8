#ifndef EXPLORE_HELD_JOBS_H
#define EXPLORE_HELD_JOBS_H

#include "base/clock.h"
#include "explore/job.h"
#include "explore/searcher.h"

/*
 * The jobs of the run's ledger held by this process, and results since the ledger's last
 * update.
 *
 * Every state belongs to a held job: the state is the job's own or a descendant.  At a
 * commit a job with a forked or ended descendant is done: its results go into the ledger,
 * each remaining state below becomes a child job, and all of this happens or nothing.  A
 * job with a descendant that no job covers stays unchanged, with all its results, until the
 * descendant has ended.
 *
 * States after an omitted query (exec/unasked.c) are no jobs; together they are the job
 * described by their start.  The start is held, too, with its own results, as soon as such
 * a state exists; the ledger gets it at the next commit.
 *
 * Work since a process's last commit is lost with the process and repeated by the next
 * holder of its jobs: results are counted once, since a job is done once.
 */
typedef struct held_job_cut {
  char *name;
  uint64_t count;
} held_job_cut;

typedef struct held_job {
  uint64_t id;                  /* 0: this place is free */
  uint64_t number;              /* key in the ledger */
  uint32_t depth;
  uint64_t decisions;
  uint64_t completed, cut, silent;      /* ended paths below */
  uint64_t digest;              /* ... a sum over the paths, as identification */
  double share;                 /* ... of the tree */
  VEC(held_job_cut) cuts;
  bool is_spoilt;               /* a path below ended because the run was stopped: the job
                                 * is to be repeated */
  uint32_t below;               /* the held ancestor, while the ledger does not know the
                                 * job; else 0 */
  double whole;                 /* ... and the job's share of the tree */
  /* Of a commit: */
  uint32_t states, own, children;
  uint32_t starts;              /* jobs below that the ledger does not know */
  const state *some;            /* a state below whose start this is; NULL: none */
  uint64_t next_id, next_number;        /* to be assigned */
  bool is_blocked, closes;
} held_job;

typedef enum job_taken {
  JOB_TAKEN,
  JOB_ALL_DONE,                 /* no job left except jobs held here */
  JOB_NONE_YET,                 /* others may still have some to give */
  JOB_FAILED                    /* the ledger */
} job_taken;

typedef struct taken_job {
  uint64_t id, number;
  bool is_suspect;              /* a process died with this job: the job ends soon, so it
                                 * has no children */
  job job;
} taken_job;

typedef enum job_role {
  JOB_STAYS,
  JOB_WORKER                    /* just forked: holds nothing */
} job_role;

/* The ledger, as a process sees it.  False: failure. */
typedef struct job_ledger {
  void *context;
  bool (*begin)(void *);        /* a transaction; the first holds the root */
  bool (*add)(void *, uint64_t id, const held_job *parent, const job *,
              uint64_t *number);
  bool (*done)(void *, const held_job *);
  bool (*release)(void *, const held_job *);     /* other processes may take the job */
  bool (*end)(void *, bool is_good);    /* with all results; not good: as if the job had not
                                         * begun */
  bool (*was_lost)(void *);     /* ... since the jobs are others' now: nothing is held
                                 * any more */
  /* Takes a job, and up to `most` near this job in the tree.  Last: nothing is held here,
   * so the call waits a while if there is no job. */
  job_taken (*take)(void *, exec *, bool is_last, taken_job *, unsigned most,
                    unsigned *count);
  void (*diverged)(void *, const taken_job *);  /* a cut */
  job_role (*committed)(void *);        /* forks workers, adopts their findings */
  void (*ended)(void *);        /* all is done; a worker does not return */
  void (*stopping)(void *);     /* before the last commit */
  void (*stopped)(void *);      /* afterwards; likewise */
  void (*failed)(void *);       /* nothing more is committed; likewise */
  unsigned (*parts)(void *);    /* the number of parts of the held work of which other
                                 * processes should get a part now; 0: none */
  uint64_t (*others)(void *);   /* open jobs not held by this process */
  volatile uint32_t *hungry;    /* processes waiting for a job */
} job_ledger;

typedef struct held_jobs {
  VEC(held_job) all;             /* 0 is nobody's */
  uint32_t count;               /* held jobs */
  uint32_t full;                /* all earlier places are taken */
  const job_ledger *ledger;     /* NULL: there is none */
  bool is_kept;                 /* something was committed */
  bool has_failed;
  bool has_suspect;             /* nothing else is taken until the suspect is done */
  uint32_t current;             /* of the path that just ends */
  state *const *later;          /* states outside the searcher ... */
  uint32_t later_count;         /* ... so many: their jobs are not done */
  uint64_t cost;                /* at the last commit */
  uint64_t due;                 /* ... at the next commit */
  uint64_t quantum;
} held_jobs;

enum { JOB_ROOT = 1 };          /* the root's id */

void held_jobs_init(held_jobs *, const job_ledger *);
void held_jobs_release(held_jobs *);
/* This process holds nothing any more. */
void held_jobs_clear(held_jobs *);

/* Adds a held job; returns its place, for its states. */
uint32_t held_jobs_add(held_jobs *, held_job);

/* The held job of a state that is no job: the job of the state's start. */
uint32_t held_jobs_set_off(held_jobs *, const state *);

/* A path of the current job was counted, or something was cut. */
void held_jobs_count_cut(held_jobs *, const char *name, uint64_t count);

/* When a commit is given up: later than then (0: at no time), or as soon as the run is
 * stopped (NULL: not even then). */
typedef struct commit_limit {
  uint64_t until_ns;
  volatile const int *stop;
} commit_limit;

static inline bool commit_is_late(const commit_limit *l) {
  return (l->stop && *l->stop) || (l->until_ns && clock_ns() > l->until_ns);
}

/* A transaction; false: failed or given up, without change. */
bool held_jobs_commit(held_jobs *, searcher *, exec *, const commit_limit *,
                     uint32_t *added);

/* Gives up to `count` states to the ledger, nearest to the root first, after a commit;
 * `drop` removes each from the searcher and frees the state.  Returns how many. */
uint32_t held_jobs_give(held_jobs *, searcher *, uint32_t count,
                       void (*drop)(void *, state *), void *context);

#endif
