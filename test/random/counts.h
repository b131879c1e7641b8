#ifndef RANDOM_COUNTS_H
#define RANDOM_COUNTS_H

#include <stdint.h>

typedef struct counts {
#define COUNT(NAME, TEXT) uint64_t NAME;
#include "counts.def"
} counts;

/* A file with a number a line, by name, and the seed that comes next.  It is
 * replaced at once, so a campaign can be ended at any time.  Nothing is read if
 * there is none. */
void counts_read(counts *, uint64_t *seed, const char *path);
void counts_write(const counts *, uint64_t seed, const char *path);

/* A table of all of them, from those files together. */
void counts_print(const counts *);
void counts_add(counts *, const counts *);

#endif
