#ifndef JOBS_QUEUE_STEP_H
#define JOBS_QUEUE_STEP_H

#include "base/vec.h"
#include "jobs/job_ledger.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * A transaction of a queue, as bytes: entry after entry, each a letter and its fields.
 * Numbers are little-endian; "n:" is a field of 4 bytes with the length of the last fields.
 *
 *   a a new job: id 8, parent 8, depth 4, digest 8, n:bytes
 *   d a job is done: id 8, children 4
 *   r a job is released: id 8
 *   n a count, s a fact, b a file, f a finding: n: n: name, value
 */
typedef VEC(uint8_t) queue_bytes;

void queue_step_put(queue_bytes *, const void *, size_t);
void queue_step_add(queue_bytes *, const job_ledger_new *);
void queue_step_done(queue_bytes *, uint64_t id, uint32_t children);
void queue_step_release(queue_bytes *, uint64_t id);
void queue_step_pair(queue_bytes *, char what, const void *name, size_t name_size,
                     const void *value, size_t size);
void queue_step_count(queue_bytes *, const char *name, uint64_t more);
void queue_step_find(queue_bytes *, int kind, uint32_t owner,
                     const uint8_t digest[JOB_LEDGER_KEY], const void *, size_t);

/* An entry, read back. */
enum { QUEUE_FIELDS = 5 };
typedef struct queue_entry {
  char what;
  uint32_t count;
  struct { const uint8_t *bytes; uint32_t size; } fields[QUEUE_FIELDS];
} queue_entry;

/* The entry at *at; advances *at; false: none. */
bool queue_step_read(const void *step, size_t size, size_t *at, queue_entry *);

#endif
