#ifndef JOBS_JOB_LEDGER_CLASS_H
#define JOBS_JOB_LEDGER_CLASS_H

#include "jobs/job_ledger.h"
#include "jobs/job_seal.h"

/*
 * Implementations of job_ledger.h, which has the promises of each function: a SQLite file,
 * or a queue on a server, Redis or PostgreSQL (queue_link.h).
 */
typedef void job_ledger_visit_count(void *, const char *name, uint64_t);
typedef void job_ledger_visit_found(void *, int kind, const void *, size_t);
typedef void job_ledger_visit_receipt(void *, uint32_t writer, const void *, size_t);
typedef void job_ledger_visit_open(void *, const job_ledger_job *);

typedef struct job_ledger_class {
  void (*close)(job_ledger_file *);
  const char *(*error)(const job_ledger_file *);
  void (*set_patience)(job_ledger_file *, int ms);

  bool (*join)(job_ledger_file *, uint32_t *owner, bool is_first);
  void (*leave)(job_ledger_file *, uint32_t owner);
  job_ledger_news (*hear)(job_ledger_file *);

  bool (*begin)(job_ledger_file *);
  bool (*end)(job_ledger_file *, bool is_good);

  bool (*set)(job_ledger_file *, const char *name, const void *, size_t);
  char *(*get)(job_ledger_file *, const char *name, size_t *);
  bool (*put_file)(job_ledger_file *, const char *digest, const void *, size_t);
  char *(*get_file)(job_ledger_file *, const char *digest, size_t *);
  void (*stop)(job_ledger_file *);

  bool (*add)(job_ledger_file *, const job_ledger_new *, uint64_t *number);
  bool (*done)(job_ledger_file *, uint64_t number, uint64_t id, uint32_t owner,
               uint32_t children);
  bool (*release)(job_ledger_file *, uint64_t number, uint32_t owner);
  job_ledger_took (*take)(job_ledger_file *, uint32_t owner, unsigned share,
                          job_ledger_job *, unsigned most, unsigned *count);
  /* Visits the cut jobs; in a transaction, unless the owner is 0. */
  bool (*reclaim)(job_ledger_file *, uint32_t owner, uint32_t most,
                  job_ledger_visit_open *, void *);

  bool (*count)(job_ledger_file *, const char *name, uint64_t more);
  bool (*each_count)(job_ledger_file *, job_ledger_visit_count *, void *);
  bool (*find)(job_ledger_file *, int kind, uint32_t owner,
               const uint8_t digest[JOB_LEDGER_KEY], const void *, size_t,
               bool *is_new);
  bool (*each_found)(job_ledger_file *, uint64_t *from, uint32_t but,   /* 0: all */
                     job_ledger_visit_found *, void *);

  bool (*look)(job_ledger_file *, job_ledger_state *);
  bool (*count_free)(job_ledger_file *, uint32_t most, uint64_t *);
  bool (*count_others)(job_ledger_file *, uint32_t owner, uint64_t *);
  char *(*quick_check)(job_ledger_file *);
  char *(*check)(job_ledger_file *, uint64_t digest);

  /* Seals (jobs/job_seal.h).  The owner of this process's receipt; receipts are facts,
   * named by job_ledger_receipt_name(). */
  uint32_t (*writer)(const job_ledger_file *);
  const char *(*token)(const job_ledger_file *);        /* NULL: the token is a fact */
  bool (*each_receipt)(job_ledger_file *, job_ledger_visit_receipt *, void *);
  /* NULL: open jobs are not visited singly. */
  bool (*each_open)(job_ledger_file *, job_ledger_visit_open *, void *);
  /* Reads in between are of the same moment; NULL: impossible. */
  bool (*snapshot)(job_ledger_file *, bool is_begin);
  bool finds_once;              /* by the digest; else every finding is kept */
} job_ledger_class;

struct job_ledger_file {
  const job_ledger_class *class_of;
  job_seal seal;
  bool has_seals;               /* sealed, whether the key is known or not */
  bool is_in;                   /* a transaction */
  bool has_mine, has_changed;
  job_receipt mine;             /* this writer's */
  char *wrong;                  /* a broken seal; NULL: none */
};

enum { JOB_RECEIPT_NAME = 24 };
void job_ledger_receipt_name(uint32_t writer, char out[JOB_RECEIPT_NAME]);

/* NULL: *error is to be freed. */
job_ledger_file *job_ledger_sqlite(const char *directory, bool makes,
                                   bool is_read_only, char **error);
job_ledger_file *job_ledger_queue(const char *url, bool makes, bool is_read_only,
                                  char **error);
void job_ledger_sqlite_remove(const char *directory);
bool job_ledger_sqlite_exists(const char *directory);
void job_ledger_queue_remove(const char *url);
bool job_ledger_queue_is_there(const char *url, char **error);
bool job_ledger_queue_has_ended(const char *url, const char *token);

/* The owner is alive. */
bool job_ledger_queue_beat(job_ledger_file *, uint32_t owner);

#endif
