#ifndef JOBS_JOB_SEAL_H
#define JOBS_JOB_SEAL_H

#include "base/sha.h"
#include "base/vec.h"

#include <stdbool.h>

/*
 * The seals of a ledger.  Every entry of a process (facts, jobs, findings) is followed by a
 * seal: a digest under a key unknown to other writers of the ledger.  So no entry can be
 * changed or made up.
 *
 * Receipts show that nothing is missing.  A receipt is the sum of all steps of a writer,
 * sealed, and replaced with each step, in the same transaction: jobs made and ended, number
 * of findings, and counts.  A job has a random number under the key; a writer adds the
 * number for a job made and subtracts the number for a job ended.  The sum over all writers
 * is 0 if and only if every job was ended by a writer, also if jobs and receipts are left
 * out: an old receipt, or none, removes the end of some job, or leaves the end of a job
 * never made. (After the additive hashes of multisets of Clarke, Devadas, van Dijk, Gassend
 * and Suh, 2003.)
 *
 * Possibilities with and without the key: doc/jobs.md, "Seals".
 */
enum { JOB_SEAL = 16, JOB_TOKEN = 32, JOB_SUM_WORDS = 4 };

typedef VEC(uint8_t) job_seal_bytes;

typedef struct job_seal {
  hmac_key key;
  bool is_on;
} job_seal;

/* For the run of this token; `key` is 32 bytes. */
void job_seal_init(job_seal *, const uint8_t *key, const char *token);

/* A record has a kind, a head that identifies the record, and bytes. */
void job_seal_make(const job_seal *, char kind, const void *head, size_t head_size,
                   const void *bytes, size_t size, uint8_t out[JOB_SEAL]);
/* The seal is the end of the record; *size: without the seal. */
bool job_seal_holds(const job_seal *, char kind, const void *head, size_t head_size,
                    const void *bytes, size_t *size);

/* Receipts ------------------------------------------------------------------- */

typedef struct job_sum { char *name; uint64_t value; } job_sum;

typedef struct job_receipt {
  uint64_t steps;
  uint64_t open[JOB_SUM_WORDS];  /* over jobs made, less jobs ended */
  uint64_t made, done, found;
  VEC(job_sum) sums;
} job_receipt;

void job_receipt_release(job_receipt *);
void job_receipt_job(job_receipt *, const job_seal *, uint64_t id, bool is_made);
void job_receipt_count(job_receipt *, const char *name, uint64_t more);
void job_receipt_merge(job_receipt *, const job_receipt *);
/* Whether exactly the jobs made are ended. */
bool job_receipt_is_closed(const job_receipt *);
bool job_receipt_same_open(const job_receipt *, const job_receipt *);
void job_receipt_write(const job_receipt *, const job_seal *, uint32_t writer,
                       job_seal_bytes *);
/* False: not this writer's.  Without a key only the form is checked. */
bool job_receipt_read(job_receipt *, const job_seal *, uint32_t writer, const void *,
                      size_t);

#endif
