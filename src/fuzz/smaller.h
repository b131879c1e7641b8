#ifndef FUZZ_SMALLER_H
#define FUZZ_SMALLER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Smaller inputs that show the same bug: bytes are removed, then become zero, many at
 * once first, as long as a native run of the fuzzer's target says the same of it in its
 * last words (kind and place).  So many runs, whatever they take.
 */
typedef struct smaller {
  const char *target;           /* runs the file that is its argument */
  const char *file;             /* where inputs are put for it */
  uint64_t runs, most_runs;
  char *summary;                /* of the bug; NULL: not known yet */
} smaller;

/* Makes the bytes fewer, in place.  False: the target shows no bug with them. */
bool smaller_make(smaller *, uint8_t *bytes, size_t *size);
/* What the sanitizer sums a run up as; to be freed.  NULL: nothing was wrong. */
char *smaller_summary(smaller *, const uint8_t *bytes, size_t size);
void smaller_release(smaller *);

#endif
