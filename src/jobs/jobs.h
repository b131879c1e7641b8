#ifndef JOBS_JOBS_H
#define JOBS_JOBS_H

#include "base/keys.h"
#include "base/sha.h"
#include "finding/wire.h"
#include "jobs/job_ledger.h"
#include "jobs/moments.h"

#include <sys/types.h>

/*
 * The run's ledger (jobs/job_ledger.h) for the process that explores path by path:
 * commits, sharing of jobs with forked workers, and continuation of an ended run.
 *
 * Findings are journalled in memory from the start and go into the ledger with the next
 * commit, so a short run never makes a ledger.
 */
typedef enum jobs_kind {
  JOBS_TEST, JOBS_BUG, JOBS_EDGES, JOBS_NOTE
} jobs_kind;

typedef struct jobs_finding {
  jobs_kind kind;
  uint32_t key;                 /* identifying bytes, from `from` on */
  uint32_t from;
  bool is_error;                /* a bug that inputs led to, and that counts */
  wire bytes;
} jobs_finding;

enum { JOBS_FIRST = 1 };        /* the owner that is not a worker */

typedef struct jobs_worker {
  pid_t id;
  uint32_t owner;
} jobs_worker;

/* Memory shared by all processes of the tree. */
typedef struct jobs_shared {
  volatile uint32_t hungry;
} jobs_shared;

typedef struct jobs {
  job_ledger table;             /* for the explorer */
  session *s;
  char *command;                /* words, a NUL behind each */
  size_t command_size;
  bool is_resumed;              /* ... or this is a worker: the file is there */
  uint64_t digest;              /* 0: not computed yet */
  job_ledger_file *file;        /* NULL: to be opened */
  bool has_failed;
  uint32_t owner;               /* this process */
  VEC(jobs_finding) journal;
  uint8_t *noted;               /* an edge or function a byte: in the ledger */
  uint32_t notes;               /* assumptions among them */
  exec_stats reported;              /* exec_stats already counted there */
  uint64_t read;                /* findings up to here are known here */
  VEC(job_ledger_job) queue;    /* taken, and not begun */
  uint64_t others;              /* open jobs not held here */
  uint64_t made, closed, released;      /* in this transaction */
  held_job results;              /* ... of all closed jobs: sums */
  exec_stats all;               /* of all processes, and of earlier runs */
  double share;
  double began_ms;
  moments times;
  bool has_moment;              /* not in the ledger yet */
  uint64_t completed, cut, silent, which;
  VEC(report_count) cuts;       /* names are the session's */
  unsigned wanted;              /* processes on the tree, this process included */
  unsigned lost;                /* workers */
  VEC(jobs_worker) workers;
  uint32_t next_owner;
  bool is_worker, is_hungry;
  bool is_remote;               /* a worker not started by the first process */
  bool has_bad;                 /* a finding in the ledger is none */
  bool was_lost;                /* by the last transaction */
  const char *url;              /* of the queue; NULL: the ledger is a file */
  char *token;                  /* the run in the queue */
  pid_t pulse, pulse_of;        /* reports this process alive; and its owner */
  uint64_t used_us;             /* of the processor, counted in the ledger */
  unsigned waits;               /* in a row, for a job */
  volatile uint32_t waiting;    /* waiting owners of the queue */
  keys tests;                   /* digests of written tests */
  jobs_shared *shared;
  ledger *watched;              /* for the counter of memory, or NULL */
} jobs;

void jobs_init(jobs *, session *, int argc, char *const *argv);
void jobs_release(jobs *);
const job_ledger *jobs_table(const jobs *);

/* The session's findings, for the next commit. */
extern const session_remote jobs_journal;       /* its context is a jobs */

/* So many processes may work on the tree. */
void jobs_set_processes(jobs *, unsigned);

/* For the process that waits for contenders: journals findings of others than the paths,
 * and commits them if the paths keep a ledger. */
void jobs_note(jobs *, jobs_kind, const wire *, uint32_t from, uint32_t key);
void jobs_flush(jobs *);
void jobs_forget(jobs *);       /* in a forked process */

/* A queue.  Made with the program's files, before any exploration: NULL, or a message. */
typedef struct jobs_file {
  char *bytes;
  size_t size;
} jobs_file;
typedef VEC(jobs_file) jobs_files;
char *jobs_open_queue(jobs *, const jobs_files *);
/* The queue's URL, of a new or resumed run; NULL: none. */
const char *jobs_queue_url(const options *);
/* Digest of the user's files, so nothing is compiled for a run of other files. */
sha256_text jobs_sources(const options *);
/* The output directory of the queue's run, if on this machine and if the queue can be
 * trusted; to be freed. */
char *jobs_find_output(job_ledger_file *);
/* The run has ended: there is nothing to resume. */
void jobs_remove_ledger(const session *);
/* This process, started by `braid work`, takes jobs and reports findings through the queue
 * only; the same. */
char *jobs_become_remote(jobs *);
/* Where the session's ledger is: a directory or an URL. */
const char *jobs_where(const session *);

/* braid's build: version and the linker's digest, to be freed. */
char *jobs_build(void);

/* Resuming.  The directory's ledger must be this program's: else a message. */
char *jobs_resume(jobs *, const char *directory);
/* The session gets earlier findings; its directory has no tests yet. */
char *jobs_restore(jobs *);
/* Counts begin with the ledger's. */
void jobs_take_totals(jobs *);

/* workers.c */
void workers_start(jobs *, bool *is_worker);
void workers_reap(jobs *);      /* frees the jobs of dead workers */
void workers_signal(jobs *, int why);
void workers_stop(jobs *, int why);     /* waits for workers; 0: kills them */
void workers_become_silent(jobs *);     /* findings go into the ledger only */
void workers_leave(jobs *, int status) __attribute__((noreturn));

#endif
