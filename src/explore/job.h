#ifndef EXPLORE_JOB_H
#define EXPLORE_JOB_H

#include "exec/model.h"

/*
 * A job is a subtree of the tree of paths, in a few hundred bytes: an input and a number of
 * forks.  A process that follows the input from the start for so many forks reaches the
 * job's state, and explores below.
 *
 * A hash of the decisions checks that the way is the same; otherwise the job diverged, and
 * is cut.  Values picked from the path's model (an address to try first) are part of the
 * job, since another run need not have the same model.
 *
 * An input describes a single path only: not a joined state, nor a state after an
 * abstraction or a template, nor a state with made-up objects.  For a state split by its
 * values at the head of a loop the job describes the whole, before the split.  For a state
 * after an omitted query the job describes the start, before the omission.
 */
typedef VEC(uint64_t) job_picks;

typedef struct job {
  fixed_inputs inputs;          /* names are the executor's, or owned */
  job_picks picks;
  uint32_t depth;               /* forks by the program's decisions */
  uint64_t decisions;           /* their hash */
  double share;                 /* of the tree, for estimates */
} job;

bool job_describes(const state *);      /* exactly */
bool job_covers(const state *);         /* ... or the whole before a split */
bool job_covers_start(const state *);   /* ... or the start before an omitted query */
static inline uint32_t job_depth(const state *s) { return s->forks - s->parts; }
void job_of(exec *, const state *, job *);
void job_of_start(exec *, const state *, job *);
void job_release(job *);

/* As bytes, and back: false for bytes that are no job.  Names are interned by the
 * executor. */
typedef VEC(uint8_t) job_bytes;
void job_write(const job *, job_bytes *);
bool job_read(job *, exec *, const uint8_t *, size_t);

/* Waiting jobs, on disk.  False: failure, *job is unchanged. */
typedef struct job_store {
  void *context;
  bool (*put)(void *context, const job *);
  bool (*take)(void *context, exec *, job *);   /* false: none is left, or the
                                                 * disk failed */
  uint64_t (*count)(void *context);
} job_store;

#endif
