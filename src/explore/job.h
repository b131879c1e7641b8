#ifndef EXPLORE_JOB_H
#define EXPLORE_JOB_H

#include "exec/model.h"

/*
 * A job is a subtree of the tree of paths, in a few hundred bytes: an input and
 * a number of forks.  A process that follows the input from the start for so
 * many forks is in the state that the job was made of, and explores below it.
 *
 * That the way is the same is checked, by a hash of the decisions on it; else the
 * job is one that diverged, and is cut.  What a path takes from its model to
 * decide what to ask for next (an address to try first) is part of the job, since
 * another run need not have that model.
 *
 * Only a single path is described by its input: a state that was joined, that an
 * abstraction or a template stands behind, or for which objects were made up, is not.  Of a
 * state that was split by its values at the head of a loop the job describes the whole,
 * before it was split.  Of one that comes from a path that went on without asking it
 * describes the start, where it last had.
 */
typedef VEC(uint64_t) job_picks;

typedef struct job {
  fixed_inputs inputs;          /* names are the executor's, or owned */
  job_picks picks;
  uint32_t depth;               /* forks by the program's decisions */
  uint64_t decisions;           /* hash of them */
  double share;                 /* of the tree, for estimates */
} job;

bool job_describes(const state *);      /* exactly */
bool job_covers(const state *);         /* ... or the whole that it is a part of */
bool job_covers_start(const state *);   /* ... or what it was before something was not asked */
static inline uint32_t job_depth(const state *s) { return s->forks - s->parts; }
void job_of(exec *, const state *, job *);
void job_of_start(exec *, const state *, job *);
void job_release(job *);

/* As bytes, and back: false if they are no job.  Names are interned by the
 * executor. */
typedef VEC(uint8_t) job_bytes;
void job_write(const job *, job_bytes *);
bool job_read(job *, exec *, const uint8_t *, size_t);

/* Where jobs wait, on disk.  False: it failed, and *job is as before. */
typedef struct job_store {
  void *context;
  bool (*put)(void *context, const job *);
  bool (*take)(void *context, exec *, job *);   /* false: none is left, or the
                                                 * disk failed */
  uint64_t (*count)(void *context);
} job_store;

#endif
