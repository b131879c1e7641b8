#ifndef SOLVER_STORE_H
#define SOLVER_STORE_H

#include "base/sha.h"
#include "base/vec.h"

#include <stdbool.h>

/*
 * Answers that survive the run: an SQLite file of answers by the digests of queries
 * (solver/form.h).  No entry is believed unchecked: entries are sealed under the user's key
 * (base/secret.h), and the chain checks beyond the seal (solver/cache.c).
 *
 * New entries are kept in memory and written many at a time.  Other processes may use the
 * file at the same time, forks of this process included; a fork opens the file anew.
 */
typedef struct store store;

typedef struct store_entry {
  uint8_t digest[SHA256_BYTES];
  uint32_t answer;              /* an `answer` */
  uint32_t costs[8];            /* original costs of the answer */
  VEC(uint8_t) bytes;           /* values, or the conjuncts of a core */
} store_entry;

/* Opens or makes the file.  `build` names the version of braid that gives answers: answers
 * of another version are not found.  Problems with the file are reported on standard error;
 * then nothing is found in the store, or nothing is written. */
store *store_new(const char *path, const char *build);
void store_free(store *);       /* writes pending entries; accepts NULL */
/* Writes pending entries, so a killed process loses none. */
void store_flush(store *);

/* Into *out, whose bytes are the caller's. */
bool store_find(store *, const uint8_t digest[SHA256_BYTES], store_entry *out);
void store_put(store *, const store_entry *);

/* After a wrong answer: reports `what`, forgets everything in the file, and finds nothing
 * from now on. */
void store_distrust(store *, const char *what);
/* Distinguishes the runs of the file. */
uint64_t store_runs(const store *);

#endif
