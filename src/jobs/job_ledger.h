#ifndef JOBS_JOB_LEDGER_H
#define JOBS_JOB_LEDGER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The ledger of a run: every job, its fate, and all findings.  A SQLite file in the run's
 * directory, or a queue on a Redis or PostgreSQL server, for processes on several machines:
 * `where` is the directory, or a URL (jobs/queue_url.h).  Several processes write, each
 * by whole transactions, and a process that dies at any moment leaves its last transaction.
 * Contents: doc/jobs.md.
 *
 * A handle must not live across fork(): closed before and opened after.  Every function
 * without other statement returns false, or 0, if the ledger failed; job_ledger_error() has
 * the reason.
 */
typedef struct job_ledger_file job_ledger_file;

#define JOB_LEDGER_NAME "jobs.sqlite"

/* Makes the ledger, in a transaction to be ended by the caller, with the first facts; or
 * opens the ledger.  NULL: *error is to be freed. */
job_ledger_file *job_ledger_create(const char *where, char **error);
job_ledger_file *job_ledger_open(const char *where, bool is_read_only,
                                 char **error);
/* To be looked at only: without the key, too. */
job_ledger_file *job_ledger_open_blind(const char *where, char **error);
void job_ledger_close(job_ledger_file *);               /* accepts NULL */
const char *job_ledger_error(const job_ledger_file *);
bool job_ledger_exists(const char *where);
/* The same; *error, to be freed or NULL: unknown. */
bool job_ledger_is_there(const char *where, char **error);
void job_ledger_remove(const char *where);
/* Of a queue: whether the last run that ended there has this token (a fact). */
bool job_ledger_has_ended(const char *url, const char *token);

/* Queues made and opened from now on are sealed under this key; without key they have no
 * seals.  A file's key is the user's (base/secret.h). */
enum { JOB_LEDGER_SECRET = 32 };
void job_ledger_set_key(const uint8_t key[JOB_LEDGER_SECRET]);
/* Whether the contents were written by an owner of the key. */
bool job_ledger_is_sealed(const job_ledger_file *);
/* NULL, or evidence of changes by others, to be freed: nothing else in the ledger is to be
 * trusted then. */
char *job_ledger_verify(job_ledger_file *);

/* This process works on the ledger from now on, as the owner *owner; 0: gets a number.
 * First: leads the run; false, too, if another process leads. */
bool job_ledger_join(job_ledger_file *, uint32_t *owner, bool is_first);
/* Ends the work: remaining jobs become free. */
void job_ledger_leave(job_ledger_file *, uint32_t owner);

/* The state of the run in the ledger's last answer. */
typedef enum job_ledger_word {
  JOB_LEDGER_GOES_ON,
  JOB_LEDGER_LOST,              /* this process's jobs are others' now, since nothing was
                                 * heard of it for too long: the transaction was refused,
                                 * and it holds nothing any more */
  JOB_LEDGER_STOPPED,           /* the run, which can be resumed */
  JOB_LEDGER_ENDED,             /* the run has */
  JOB_LEDGER_GONE               /* the ledger is not there any more, or another one is */
} job_ledger_word;

typedef struct job_ledger_news {
  job_ledger_word word;
  uint32_t owners;              /* processes at work, wherever they are; 0: not known */
  uint32_t hungry;              /* ... that wait for a job */
} job_ledger_news;

job_ledger_news job_ledger_hear(job_ledger_file *);

/* Holds the directory for this process and those that it forks; false: another run
 * has it. */
bool job_ledger_lock(const char *directory);

/* From now on another process's commit is waited for no longer than this. */
void job_ledger_set_patience(job_ledger_file *, int ms);

bool job_ledger_begin(job_ledger_file *);
bool job_ledger_end(job_ledger_file *, bool is_good);

/* Facts about the run, by name.  The value is to be freed; NULL: there is none. */
bool job_ledger_set(job_ledger_file *, const char *name, const void *, size_t);
char *job_ledger_get(job_ledger_file *, const char *name, size_t *size);

/* A file of the program, for who has no other way to it: by content, with the first
 * facts, and only a queue keeps it.  To be freed; NULL: it is not there. */
bool job_ledger_put_file(job_ledger_file *, const char *digest, const void *, size_t);
char *job_ledger_get_file(job_ledger_file *, const char *digest, size_t *size);

/* The run was stopped, and may be resumed. */
void job_ledger_stop(job_ledger_file *);

/* Jobs.  An owner is a process, by any number but 0: nobody.  A job has an id, the same in
 * whichever process makes the job, and a number as key: numbers are in order, the root's is
 * 1. */
typedef struct job_ledger_new {
  uint64_t id;
  uint64_t parent;              /* its number; 0: the root */
  uint32_t depth;
  uint64_t digest;
  uint32_t owner;
  const void *bytes;            /* NULL: the root's */
  size_t size;
} job_ledger_new;

bool job_ledger_add(job_ledger_file *, const job_ledger_new *, uint64_t *number);
/* False, too, if the job was not open, or not this owner's. */
bool job_ledger_done(job_ledger_file *, uint64_t number, uint64_t id, uint32_t owner,
                     uint32_t children);
bool job_ledger_release(job_ledger_file *, uint64_t number, uint32_t owner);

typedef enum job_ledger_took {
  JOB_LEDGER_TOOK, JOB_LEDGER_EMPTY, JOB_LEDGER_OTHERS, JOB_LEDGER_FAILED
} job_ledger_took;

typedef struct job_ledger_job {
  uint64_t id, number;
  uint32_t depth;
  uint32_t failures;            /* processes that died with the job */
  char *bytes;                  /* to be freed; NULL: the root */
  size_t size;
} job_ledger_job;

/* Free jobs, near the root first: one, and up to `most` as far as they are a `share`-th of
 * all. EMPTY: no job is open except this owner's; OTHERS: all open jobs have an owner. */
job_ledger_took job_ledger_take(job_ledger_file *, uint32_t owner, unsigned share,
                                job_ledger_job *, unsigned most, unsigned *count);

/* The owner is gone; 0: all are, without failure of theirs.  A job whose owners failed
 * `most` times is done, as a cut; *cut: how many. */
bool job_ledger_reclaim(job_ledger_file *, uint32_t owner, uint32_t most,
                        uint64_t *cut);

/* Sums, by name. */
bool job_ledger_count(job_ledger_file *, const char *name, uint64_t more);
bool job_ledger_each_count(job_ledger_file *,
                           void (*visit)(void *, const char *name, uint64_t),
                           void *context);

enum { JOB_LEDGER_KEY = 16 };   /* bytes of a digest */

/* Findings, in order; the same content of the same kind is there once, except in a sealed
 * queue, which has each process's findings. */
bool job_ledger_find(job_ledger_file *, int kind, uint32_t owner,
                     const void *key, size_t key_size, const void *bytes,
                     size_t size);
void job_ledger_digest(const void *, size_t, uint8_t out[JOB_LEDGER_KEY]);
/* Findings after *from, except an owner's; advances *from. */
bool job_ledger_each_found(job_ledger_file *, uint64_t *from, uint32_t but,
                           void (*visit)(void *, int kind, const void *bytes,
                                         size_t size),
                           void *context);

typedef struct job_ledger_state {
  uint64_t jobs, done, free;    /* all, done, and open without an owner */
  uint64_t children;            /* of all done jobs */
  uint64_t digests;             /* different digests */
  uint64_t owners;              /* of open jobs */
  bool is_at_work;              /* the leading process; only a queue knows */
} job_ledger_state;

bool job_ledger_look(job_ledger_file *, job_ledger_state *);
/* Open jobs without owner, up to `most`; and all open jobs except this owner's. */
bool job_ledger_count_free(job_ledger_file *, uint32_t most, uint64_t *);
bool job_ledger_count_others(job_ledger_file *, uint32_t owner, uint64_t *);

/* NULL, or how the file is damaged, to be freed. */
char *job_ledger_quick_check(job_ledger_file *);

/* Whether the ledger describes a whole tree: NULL, or the error, to be freed. */
char *job_ledger_check(job_ledger_file *, uint64_t digest);

#endif
