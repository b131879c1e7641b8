#ifndef SOLVER_STORE_H
#define SOLVER_STORE_H

#include "base/sha.h"
#include "base/vec.h"

#include <stdbool.h>

/*
 * Answers that survive the run: an SQLite file of answers by the digests of questions
 * (solver/form.h).  Nothing read from it is believed because it is there: an entry is
 * sealed under the user's key (base/secret.h), and what a seal cannot tell is for the chain
 * to check (solver/cache.c).
 *
 * What is put is kept in memory and written many at a time.  Other processes may use
 * the file at the same time, forks of this one included; a fork opens it anew.
 */
typedef struct store store;

typedef struct store_entry {
  uint8_t digest[SHA256_BYTES];
  uint32_t answer;              /* an `answer` */
  uint32_t costs[8];            /* what the answer took when it was found */
  VEC(uint8_t) bytes;           /* values, or the conjuncts of a core */
} store_entry;

/* Opens or makes the file.  `build` names the braid that gives answers: those of
 * another one are not found.  What is the matter with the file is said on standard error;
 * then nothing is found in the store, or nothing is written. */
store *store_new(const char *path, const char *build);
void store_free(store *);       /* writes what is left; accepts NULL */
/* So that what this process found is not lost when it is killed. */
void store_flush(store *);

/* Into *out, whose bytes are the caller's. */
bool store_find(store *, const uint8_t digest[SHA256_BYTES], store_entry *out);
void store_put(store *, const store_entry *);

/* An answer was wrong: says so, forgets all that is in the file, and finds nothing from
 * now on. */
void store_distrust(store *, const char *what);
/* Distinguishes the runs that used the file. */
uint64_t store_runs(const store *);

#endif
