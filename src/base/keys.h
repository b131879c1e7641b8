#ifndef BASE_KEYS_H
#define BASE_KEYS_H

#include "base/index.h"

#include <stdbool.h>

/*
 * Keys of three words, numbered from 0 in order of arrival.  All zero is empty.  The caller
 * keeps data of a key in an array, by the key's number.
 */
typedef struct key { uint32_t word[3]; } key;

typedef struct keys {
  key *items;
  uint32_t count, capacity;
  hash_index index;
} keys;

/* The number; *is_new, unless NULL, is true if the key was added now. */
uint32_t keys_add(keys *, uint32_t, uint32_t, uint32_t, bool *is_new);
/* Empty again, with room for as many. */
void keys_clear(keys *);
void keys_release(keys *);

#endif
