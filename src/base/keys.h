#ifndef BASE_KEYS_H
#define BASE_KEYS_H

#include "base/index.h"

#include <stdbool.h>

/*
 * Keys of three words, numbered from 0 in the order in which they first came.
 * All zero is empty; the caller keeps what belongs to a key in an array by its
 * number.
 */
typedef struct key { uint32_t word[3]; } key;

typedef struct keys {
  key *items;
  uint32_t count, capacity;
  hash_index index;
} keys;

/* The number; *is_new, unless NULL, says whether it came just now. */
uint32_t keys_add(keys *, uint32_t, uint32_t, uint32_t, bool *is_new);
/* Empty again, with room for as many. */
void keys_clear(keys *);
void keys_release(keys *);

#endif
