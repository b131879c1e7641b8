#ifndef TEST_FUZZ_MUTATE_H
#define TEST_FUZZ_MUTATE_H

#include "base/random.h"
#include "base/vec.h"

/*
 * Damaged inputs: a good one with a few changes.  Same source, same changes,
 * so a number names an input.
 */
typedef VEC(uint8_t) bytes;

void bytes_append(bytes *, const void *data, size_t size);

/* Changes the input in place.  Words are what may be put in: tokens of the
 * format, numbers at its limits.  NULL ends the list. */
void mutate(bytes *, random_source *, const char *const *words);

#endif
