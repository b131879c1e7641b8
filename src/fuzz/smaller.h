#ifndef FUZZ_SMALLER_H
#define FUZZ_SMALLER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Smaller inputs with the same bug: bytes are removed, then become zero, many at once
 * first, as long as a native run of the fuzzer's target has the same summary (kind and
 * place).  The number of runs is bounded.
 */
typedef struct smaller {
  const char *target;           /* runs the file in its argument */
  const char *file;             /* file for the inputs */
  uint64_t runs, most_runs;
  char *summary;                /* of the bug; NULL: not known yet */
} smaller;

/* For one run of the target: ten times what AFL++ waits for one at most. */
enum { SMALLER_RUN_MS = 10000 };

/* Reduces the bytes, in place.  False: the target shows no bug with them. */
bool smaller_make(smaller *, uint8_t *bytes, size_t *size);
/* The sanitizer's summary of a run; to be freed.  NULL: no error. */
char *smaller_summary(smaller *, const uint8_t *bytes, size_t size);
void smaller_release(smaller *);

#endif
